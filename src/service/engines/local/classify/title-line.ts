import { stopWords } from '../text/stop-words.ts';
import { wordsOf } from '../text/words.ts';

/** The name of a firm may hold the name of a document (`First Mortgage Corp.`). */
const firm =
  /\b(?:inc|corp|corporation|company|co|llc|llp|ltd|limited|plc|gmbh|ag|kg|sarl|sas|bv|nv|spa|srl|n\.a)\.?,?\s*$/i;
/** A sentence about a form is not its title. */
const formMention =
  /\b(?:on|see|attach|attached|from|of|to|your|use|file|and|or|enter|include|by|with) (?:your )?forms?\b|\bforms?\(s\)|\bforms\b|\(\s*form/i;

/** Whether a line is the name of a firm. */
export function namesFirm(text: string): boolean {
  return firm.test(text);
}

/** Whether a line speaks about a form instead of heading one. */
export function mentionsForm(text: string): boolean {
  return formMention.test(text);
}

/** Where the stems of a name stand next to each other in this order, or -1. */
export function placeOf(name: readonly string[], stems: readonly string[]): number {
  for (let at = stems.indexOf(name[0] ?? ''); at >= 0; at = stems.indexOf(name[0] ?? '', at + 1)) {
    if (name.every((stem, i) => stems[at + i] === stem)) return at;
  }
  return -1;
}

/** Little beside the name: 1 for a line that is the name alone, falling towards 0.3 for a long line. */
export function compactness(matched: number, length: number): number {
  return 0.3 + 0.7 * Math.min(1, matched / Math.max(1, Math.min(length, 9))) ** 0.7;
}

/** Whether the word at an end of a name only qualifies the one after it (`contract` in `Contract negotiation`). */
export function qualifiesNext(text: string, stemsBefore: number): boolean {
  let telling = 0;
  for (const word of wordsOf(text)) {
    if (telling === stemsBefore)
      return !stopWords.has(word) && !/\d/.test(word) && word.length > 1 && !isLabel(word);
    if (!stopWords.has(word)) telling++;
  }
  return false;
}

/** A line such as `Invoice no.: 123` labels a value; the document need not be what the label names. */
export function isLabel(text: string): boolean {
  return /(?:\b(?:no|nr|number|num|date|id|ref|nummer|datum|numero|fecha)\b\.?|:|#)/i.test(
    text.slice(0, 200),
  );
}
