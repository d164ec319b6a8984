import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import { documentTitles } from './document-titles.ts';

/**
 * Titles and words whose occurrence in the document answers a boolean field. They come from the name and the
 * description of the field.
 */
export interface BooleanQuestion {
  /** Document titles that mean yes, as letters and digits only: `creditnote`. */
  readonly yesTitles: readonly string[];
  readonly noTitles: readonly string[];
  /** Words that mean yes if they occur in the document, as letters and digits only. */
  readonly yesWords: readonly string[];
  /** Whether the description states that the answer is no if all `yesWords` are absent. */
  readonly absenceIsNo: boolean;
}

const maxLength = 2_000;
const condition = String.raw`\s*(?:[:=]\s*)?(?:(?:only )?(?:if|when|where|for|means(?: that)?)\s+)?`;
const yesClause = new RegExp(
  String.raw`\btrue\b${condition}([^.;\n]*?)(?=[,;.\n]|\b(?:and|or|but) false\b|$)`,
  'i',
);
const noClause = new RegExp(String.raw`\bfalse\b${condition}([^.;,\n]*)`, 'i');
const whether = /\b(?:whether(?: or not)?|indicates if|^is)\s+([^.;?\n]*)/i;
const isDocument =
  /^(?:the |this )?(?:(?:whole )?(?:document|paper|page|file|letter|it|one)|this)?\s*(?:is|are|was)?\s*(?:titled|called|headed)?\s*(?:(?:a|an|the)\s+)(.+)$/i;
const otherwise =
  /\bfalse (?:otherwise|else|if not|if (?:absent|missing|it does not|it is not|there is none|none))|\botherwise false\b/i;
const wordsClause =
  /\b(?:contains?|has|have|bears?|carries|shows?|with|mentions?|states?|says?|reads?|marked(?: as)?|stamped|labell?ed|includes?|uses?|if|when|where)\s+(?:the )?(?:words?|phrase|text|stamp|note|remark|wording)\s+(\p{L}[^,;.]{1,40})/iu;
const mentionClause =
  /\b(?:mentions?|says|states|is marked(?: as)?|is stamped)\s+(?!an? |the |that |if |how |any |its )(\p{L}[^,;.]{1,40})/iu;
const quoted = /["“„«'‘]([^"“”„«»'‘’\n]{2,40})["”“»'’]/gu;

export function booleanQuestion(names: readonly string[], description: string): BooleanQuestion {
  const text = description.slice(0, maxLength);
  const yes = yesClause.exec(text)?.[1]?.trim() ?? whether.exec(text)?.[1]?.trim() ?? '';
  const no = noClause.exec(text)?.[1]?.trim() ?? '';
  const named = names.flatMap(documentTypeInName);
  const askedTypes = unique([...named, ...documentTypesIn(yes)]);
  const knownTypes = askedTypes.filter((type) => documentTitles[type] !== undefined);
  const other = documentTypesIn(no).filter((type) => !askedTypes.includes(type));
  const rest =
    knownTypes.length === 0 ? [] : Object.keys(documentTitles).filter((type) => !askedTypes.includes(type));
  const yesWords = unique(wordsIn(yes).map(joinedForm)).filter((word) => word.length > 1);
  return {
    yesTitles: titlesOf(askedTypes),
    noTitles: titlesOf(unique([...other, ...rest])),
    yesWords,
    absenceIsNo: otherwise.test(text),
  };
}

function titlesOf(types: readonly string[]): string[] {
  return types.flatMap((type) => (documentTitles[type] ?? [type]).map(joinedForm));
}

function documentTypeInName(name: string): string[] {
  const words = tokensOf(name).map((token) => token.text);
  const askedTypes = words[0] === 'is' ? words.slice(/^an?$/.test(words[1] ?? '') ? 2 : 1) : [];
  const type = knownDocumentType(askedTypes.join(''));
  return type === undefined ? [] : [type];
}

/**
 * Returns the document types in a text such as `the document is a delivery note or a packing slip`. Returns an unknown
 * type of two to four words in lower case.
 */
function documentTypesIn(clause: string): string[] {
  const named = isDocument.exec(clause)?.[1];
  if (named === undefined) return [];
  return unique(
    named.split(/\s+or\s+|,|\//).flatMap((part) => {
      const words = tokensOf(part)
        .map((token) => token.text)
        .filter((word, index) => index > 0 || !/^(?:an?|the)$/.test(word));
      for (let length = Math.min(4, words.length); length > 0; length--) {
        const type = knownDocumentType(words.slice(0, length).join(''));
        if (type !== undefined) return [type];
      }
      return words.length > 1 && words.length <= 4 ? [words.join(' ')] : [];
    }),
  );
}

function knownDocumentType(joined: string): string | undefined {
  if (joined === '') return undefined;
  return Object.keys(documentTitles).find((type) =>
    documentTitles[type]?.some((title) => joinedForm(title) === joined),
  );
}

/**
 * Returns the words that the document must contain: quoted words, or words after `the words`, `mentions` or `is
 * marked`.
 */
function wordsIn(clause: string): string[] {
  const marked = [...clause.matchAll(quoted)].map((match) => match[1] ?? '');
  if (marked.length > 0) return marked;
  const plain = wordsClause.exec(clause)?.[1] ?? mentionClause.exec(clause)?.[1];
  return (plain ?? '')
    .split(/\s+or\s+/)
    .map((part) => part.replace(/\s+(?:is|are|on|in|at|anywhere|somewhere)\b.*$/i, '').trim())
    .filter((part) => part !== '' && tokensOf(part).length <= 4);
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
