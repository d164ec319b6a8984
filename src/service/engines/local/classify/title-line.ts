import { stopWords } from '../text/lexicon/stop-words.ts';
import { wordsOf } from '../text/words.ts';

/** Ends of firm names. A firm name can contain a document type (`First Mortgage Corp.`). */
const firm =
  /\b(?:inc|corp|corporation|company|co|llc|llp|ltd|limited|plc|gmbh|ag|kg|sarl|sas|bv|nv|spa|srl|n\.a)\.?,?\s*$/i;
/** Phrases by which a sentence refers to a form, such as "see form W-2". Such a sentence is not a title. */
const formMention =
  /\b(?:on|see|attach|attached|from|of|to|your|use|file|and|or|enter|include|by|with) (?:your )?forms?\b|\bforms?\(s\)|\bforms\b|\(\s*form/i;

export function isFirmName(text: string): boolean {
  return firm.test(text);
}

/** Returns whether a line is a sentence that mentions a form, and not the heading of the form. */
export function mentionsForm(text: string): boolean {
  return formMention.test(text);
}

export function indexOfPhrase(name: readonly string[], stems: readonly string[]): number {
  for (let at = stems.indexOf(name[0] ?? ''); at >= 0; at = stems.indexOf(name[0] ?? '', at + 1)) {
    if (name.every((stem, i) => stems[at + i] === stem)) return at;
  }
  return -1;
}

/** Returns 1 if a line consists only of the name. Returns less for a longer line, but at least 0.3. */
export function compactness(matched: number, length: number): number {
  return 0.3 + 0.7 * Math.min(1, matched / Math.max(1, Math.min(length, 9))) ** 0.7;
}

/** Returns whether a name only qualifies the next word (`contract` in `Contract negotiation`). */
export function qualifiesNext(text: string, stemsBefore: number): boolean {
  let contentWords = 0;
  for (const word of wordsOf(text)) {
    if (contentWords === stemsBefore)
      return !stopWords.has(word) && !/\d/.test(word) && word.length > 1 && !isLabel(word);
    if (!stopWords.has(word)) contentWords++;
  }
  return false;
}

/**
 * Returns whether a line such as `Invoice no.: 123` labels a value. Such a line is not a title, because the value can
 * belong to another document.
 */
export function isLabel(text: string): boolean {
  return /(?:\b(?:no|nr|number|num|date|id|ref|nummer|datum|numero|fecha)\b\.?|:|#)/i.test(
    text.slice(0, 200),
  );
}
