import { sentencesOf, statementsIn } from '../classify/class-language.ts';
import { stemsOf } from '../text/words.ts';
import { identifierKeysIn } from './identifiers.ts';

export interface SplitRules {
  /** Whether each page is a separate document. */
  readonly everyPage: boolean;
  /** Whether each blank page is a separate document. */
  readonly blankAlone: boolean;
  /** Whether a blank page separates two documents. */
  readonly blankSeparates: boolean;
  /** Phrases quoted in the rules, as stems. A page with such a phrase at its top starts a document. */
  readonly startPhrases: readonly (readonly string[])[];
  /** Phrases quoted in the rules, as stems. A page with such a phrase at its top continues the previous document. */
  readonly stayPhrases: readonly (readonly string[])[];
  /** Keys of the identifiers that distinguish documents (`Identifier.key`). */
  readonly identifierKeys: readonly string[];
}

const begins =
  /\b(?:start|starts|begin|begins|new|first page|split|splits|separate|boundary|beginnt|neues?|commence|nouveau|empieza|nuevo)\b/i;
const stays =
  /\b(?:continu\w*|belongs?|same document|attach\w*|part of|together|do not split|don'?t split|never split|never start|not start|not begin|gehort|gehoert|appartient|suite)\b/i;

const blankPage = /\b(?:blank|empty|leere?) (?:\w+ )?(?:pages?|seiten?)\b/i;
const ownDocument =
  /\b(?:documents?|dokumente?) (?:of (?:its|their) own|by itself)|\b(?:own|separate|individual|single|eigenes) (?:document|dokument)/i;

/**
 * Reads splitting rules written in plain language. Ignores sentences that contain none of the known rules.
 */
export function readSplitRules(
  splitRules: string | undefined,
  identifierRules: string | undefined,
): SplitRules {
  const startPhrases: string[][] = [];
  const stayPhrases: string[][] = [];
  let everyPage = false;
  let blankAlone = false;
  let blankSeparates = false;
  for (const sentence of sentencesOf(splitRules ?? '')) {
    if (
      /\b(?:each|every|any|jede) (?:single )?(?:page|seite)\b.{0,40}\b(?:own|separate|individual|single|new|eigenes)\b.{0,20}\b(?:document|dokument)/i.test(
        sentence,
      )
    ) {
      everyPage =
        !/["“„]/.test(sentence) &&
        !/\b(?:not|never|with|that|whose|where|which|containing|if)\b/i.test(sentence);
    }
    if (blankPage.test(sentence) && !/\b(?:not|never|ignore|kein|nicht)\b/i.test(sentence)) {
      if (ownDocument.test(sentence)) blankAlone = true;
      else if (/\b(?:separat|divid|between|mark|boundar|new|split|trenn)/i.test(sentence))
        blankSeparates = true;
    }
    const quoted = statementsIn(sentence).filter((statement) => statement.quoted);
    const into = stays.test(sentence) ? stayPhrases : begins.test(sentence) ? startPhrases : undefined;
    for (const statement of quoted) into?.push([...statement.stems]);
  }
  return {
    everyPage,
    blankAlone,
    blankSeparates,
    startPhrases,
    stayPhrases,
    identifierKeys: identifierKeysIn(
      [identifierRules ?? '', identifierSentences(splitRules ?? '')].join('\n'),
    ),
  };
}

/** Returns the sentences of the rules that can mention identifiers: those that say that a value is new, changes or is shared. */
function identifierSentences(rules: string): string {
  return sentencesOf(rules)
    .filter(
      (sentence) =>
        /\b(?:new|each|every|differ\w*|change\w*|unique|same|by)\b/i.test(sentence) &&
        stemsOf(sentence).length < 40,
    )
    .join('\n');
}
