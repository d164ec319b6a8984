import { joinedForm, tokensOf } from '../layout/fold-text.ts';
import { documentTitles } from './document-titles.ts';

/** The question of a boolean field, as far as its name and description express it in words to search for. */
export interface BooleanQuestion {
  /** Titles (folded and joined) that mean yes, and titles that mean no. */
  readonly yesTitles: readonly string[];
  readonly noTitles: readonly string[];
  /** Words (folded and joined) that mean yes if the document contains them. */
  readonly yesWords: readonly string[];
  /** Whether the description states that the absence of those words means no. */
  readonly absenceIsNo: boolean;
}

const longest = 2_000;
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
const speaking =
  /\b(?:contains?|has|have|bears?|carries|shows?|with|mentions?|states?|says?|reads?|marked(?: as)?|stamped|labell?ed|includes?|uses?|if|when|where)\s+(?:the )?(?:words?|phrase|text|stamp|note|remark|wording)\s+(\p{L}[^,;.]{1,40})/iu;
const saying =
  /\b(?:mentions?|says|states|is marked(?: as)?|is stamped)\s+(?!an? |the |that |if |how |any |its )(\p{L}[^,;.]{1,40})/iu;
const quoted = /["“„«'‘]([^"“”„«»'‘’\n]{2,40})["”“»'’]/gu;

/** Reads the question from a name such as `is_credit_note` and from the description. */
export function booleanQuestion(names: readonly string[], description: string): BooleanQuestion {
  const said = description.slice(0, longest);
  const yes = yesClause.exec(said)?.[1]?.trim() ?? whether.exec(said)?.[1]?.trim() ?? '';
  const no = noClause.exec(said)?.[1]?.trim() ?? '';
  const named = names.flatMap(kindInName);
  const asked = unique([...named, ...kindsIn(yes)]);
  const known = asked.filter((kind) => documentTitles[kind] !== undefined);
  const other = kindsIn(no).filter((kind) => !asked.includes(kind));
  const rest = known.length === 0 ? [] : Object.keys(documentTitles).filter((kind) => !asked.includes(kind));
  const yesWords = unique(wordsIn(yes).map(joinedForm)).filter((word) => word.length > 1);
  return {
    yesTitles: titlesOf(asked),
    noTitles: titlesOf(unique([...other, ...rest])),
    yesWords,
    absenceIsNo: otherwise.test(said),
  };
}

function titlesOf(kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) => (documentTitles[kind] ?? [kind]).map(joinedForm));
}

/** Returns the document type in a name such as `is_credit_note`. */
function kindInName(name: string): string[] {
  const words = tokensOf(name).map((token) => token.text);
  const asked = words[0] === 'is' ? words.slice(/^an?$/.test(words[1] ?? '') ? 2 : 1) : [];
  const kind = knownKind(asked.join(''));
  return kind === undefined ? [] : [kind];
}

/**
 * Returns the document types named in `the document is a delivery note or a packing slip`. An unknown type is
 * returned as its own words.
 */
function kindsIn(clause: string): string[] {
  const named = isDocument.exec(clause)?.[1];
  if (named === undefined) return [];
  return unique(
    named.split(/\s+or\s+|,|\//).flatMap((part) => {
      const words = tokensOf(part)
        .map((token) => token.text)
        .filter((word, index) => index > 0 || !/^(?:an?|the)$/.test(word));
      for (let length = Math.min(4, words.length); length > 0; length--) {
        const kind = knownKind(words.slice(0, length).join(''));
        if (kind !== undefined) return [kind];
      }
      return words.length > 1 && words.length <= 4 ? [words.join(' ')] : [];
    }),
  );
}

function knownKind(joined: string): string | undefined {
  if (joined === '') return undefined;
  return Object.keys(documentTitles).find((kind) =>
    documentTitles[kind]?.some((title) => joinedForm(title) === joined),
  );
}

/**
 * Returns the words that must be printed according to a clause: words in quotation marks, or after `the words`,
 * `mentions` or `is marked`.
 */
function wordsIn(clause: string): string[] {
  const marked = [...clause.matchAll(quoted)].map((match) => match[1] ?? '');
  if (marked.length > 0) return marked;
  const plain = speaking.exec(clause)?.[1] ?? saying.exec(clause)?.[1];
  return (plain ?? '')
    .split(/\s+or\s+/)
    .map((part) => part.replace(/\s+(?:is|are|on|in|at|anywhere|somewhere)\b.*$/i, '').trim())
    .filter((part) => part !== '' && tokensOf(part).length <= 4);
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
