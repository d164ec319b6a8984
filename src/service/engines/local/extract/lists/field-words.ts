import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { sectionNames } from '../lexicon/section-names.ts';
import { emptyWords } from '../lexicon/words.ts';

/** Returns a name with spaces between its words: `workExperience` -> `work Experience`, `SSN_ITIN` -> `SSN ITIN`. */
export function spacedName(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ').replaceAll('_', ' ');
}

/** Returns the words that carry meaning, without plural endings. */
export function contentWords(text: string): string[] {
  return tokensOf(spacedName(text.slice(0, 1_000)))
    .map((token) => stemOf(token.text))
    .filter((word) => word.length > 1 && !emptyWords.has(word));
}

/** Removes the plural ending of a word. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|us|is)$/.test(word)) return word;
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

const groupOf = new Map<string, number>();
for (const [group, names] of sectionNames.entries())
  for (const name of names) if (!groupOf.has(joinedForm(name))) groupOf.set(joinedForm(name), group);

/** Returns whether a text is the usual heading of a section. */
export function isSectionName(text: string): boolean {
  return groupOf.has(joinedForm(text));
}

/** Returns a heading without brackets and without words such as `selected` at the start. */
function withoutQualifiers(heading: string): string {
  return heading
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/^(?:selected|recent|relevant|additional|other|further|key|main|ausgewählte|weitere)\s+/i, '');
}

/** Words of a field, for comparisons with printed headings. */
export class FieldWords {
  readonly #joined: ReadonlySet<string>;
  readonly #groups: ReadonlySet<number>;
  readonly #name: ReadonlySet<string>;
  readonly #described: ReadonlySet<string>;

  constructor(node: FieldNode) {
    const names = [spacedName(node.name), spacedName(node.key)];
    this.#joined = new Set(names.map(joinedForm));
    this.#name = new Set(names.flatMap(contentWords));
    this.#described = new Set([...this.#name, ...contentWords(node.description.slice(0, 300))]);
    const parts = names.flatMap((name) => [name, ...name.split(/\band\b|&/i)]);
    const groups = parts.flatMap((part) => groupOf.get(joinedForm(part)) ?? []);
    this.#groups = new Set(groups);
  }

  /**
   * Returns how well a heading names the field, 0 to 1. Words that occur only in the description of the field
   * count less.
   */
  fit(heading: string): number {
    const joined = joinedForm(heading);
    if (this.#joined.has(joined)) return 1;
    const group = groupOf.get(joined) ?? groupOf.get(joinedForm(withoutQualifiers(heading)));
    if (group !== undefined && this.#groups.has(group)) return 0.95;
    const words = contentWords(heading);
    if (words.length === 0) return 0;
    const parts = heading.split(/&|\/|,|\b(?:and|und|et|y|e|en)\b/i).map(joinedForm);
    if (parts.some((part) => this.#groups.has(groupOf.get(part) ?? -1))) return 0.9;
    const named = words.filter((word) => this.#name.has(word)).length;
    if (named === words.length || named === this.#name.size) return 0.85;
    const described = words.filter((word) => this.#described.has(word)).length;
    return described === words.length ? 0.7 : named > 0 ? 0.4 * (named / words.length) : 0;
  }
}
