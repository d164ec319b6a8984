import { legalForms } from '../lexicon/words.ts';

/** Words between the name of a company and the role in which it acts: `Tern Bank, N.A., as agent of the lenders`. */
const capacity =
  /,?\s+(?:as|in (?:its|their) capacity|acting|solely|als|in (?:ihrer|seiner) Eigenschaft|en tant que|en (?:sa )?qualité|en (?:su )?calidad|in qualità)\s/u;

/** Returns whether a name ends in a legal form such as `Ltd.`, `GmbH` or `, N.A.`. Such a name is complete. */
export function endsInLegalForm(name: string): boolean {
  if (/,\s*N\.\s?A\.?$/.test(name)) return true;
  const words =
    name
      .toLowerCase()
      .replaceAll('.', '')
      .match(/[\p{L}/]+/gu) ?? [];
  return words.length > 1 && legalForms.has(words.at(-1) ?? '');
}

/**
 * Returns the length of the company name in a text that can also state a role of the company. For `Tern Bank, N.A., as
 * agent of the`, it is the length of `Tern Bank, N.A.`.
 */
export function lengthWithoutCapacity(text: string): number {
  const at = text.search(capacity);
  return at > 0 && endsInLegalForm(text.slice(0, at)) ? at : text.length;
}
