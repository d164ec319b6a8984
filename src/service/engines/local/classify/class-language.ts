import { stemsOf } from '../text/words.ts';

/** Part of a description or rule: words that are evidence for a class or against it. */
export interface Statement {
  readonly stems: readonly string[];
  readonly text: string;
  /** Whether the text was between quotation marks and is therefore meant literally. */
  readonly quoted: boolean;
  /** Whether the words are evidence against the class (`not a receipt`). */
  readonly negative: boolean;
}

const negation =
  /\b(?:not|never|no|nor|excluding|excludes?|except(?: for)?|without|other than|rather than|unlike|instead of|kein|keine|nicht|ohne|ausser|sans|sauf|pas|sin|excepto|senza|niet|geen)\b/i;
const fallbackNames =
  /^(?:other|others|misc|miscellaneous|unknown|unclassified|undefined|none|else|rest|fallback|catch ?all|anything ?else|everything ?else|other documents?|sonstiges?|sonstige|andere|anderes|unbekannt|autres?|divers|inconnu|otros?|otra|desconocido|altro|altri|sconosciuto|overige?|onbekend|outros?)$/i;
const fallbackDescription =
  /\b(?:any(?:thing)? else|everything else|all other|any other|none of (?:the|these)|(?:does|do) not (?:fit|match|belong|fall)|doesn'?t (?:fit|match|belong|fall)|cannot be (?:classified|assigned)|not covered|no other (?:class|type|category)|remaining documents?|other documents?|alles andere|alle anderen|tout autre|cualquier otro)\b/i;

/** Returns whether a class takes the documents that fit no other class. */
export function isFallbackClass(id: string, type: string, description: string): boolean {
  const plain = (name: string) => name.replace(/[_-]+/g, ' ').trim();
  if (fallbackNames.test(plain(type)) || fallbackNames.test(plain(id))) return true;
  return fallbackDescription.test(description.slice(0, 2000));
}

/** Maximum length of a description or rule. The engine ignores the characters after this length. */
const maxTextLength = 20_000;

export function sentencesOf(text: string): string[] {
  return text
    .slice(0, maxTextLength)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);
}

const quotation = /["“”„«»]([^"“”„«»]{2,80})["“”„«»]|(?<=^|\s)['‘]([^'’]{2,80})['’](?=$|[\s.,;:])/g;

/** Splits a sentence into statements: one per quoted phrase, and one per remaining group of words. */
export function statementsIn(sentence: string): Statement[] {
  const quotes: string[] = [];
  // Replaces each quotation by a number, so that a quoted `no` does not negate the sentence.
  const plain = sentence
    .replaceAll('\u0001', ' ')
    .replace(quotation, (_, double?: string, single?: string) => {
      quotes.push(double ?? single ?? '');
      return ` \u0001${quotes.length - 1}\u0001 `;
    });
  const out: Statement[] = [];
  for (const part of plain.split(/,(?!\d)|\bbut\b|\bhowever\b|\baber\b|\bsondern\b|\bmais\b|\bpero\b/i)) {
    const at = part.search(negation);
    const cut = at < 0 ? part.length : at;
    collect(part.slice(0, cut), quotes, false, out);
    collect(part.slice(cut).replace(negation, ' '), quotes, true, out);
  }
  return out;
}

function collect(text: string, quotes: readonly string[], negative: boolean, out: Statement[]): void {
  const pieces = text.split('\u0001');
  const rest: string[] = [];
  pieces.forEach((piece, index) => {
    if (index % 2 === 0) rest.push(piece);
    else {
      const quote = quotes[Number(piece)] ?? '';
      const stems = stemsOf(quote);
      if (stems.length > 0) out.push({ stems, text: quote, quoted: true, negative });
    }
  });
  const stems = stemsOf(rest.join(' '));
  if (stems.length > 0) out.push({ stems, text: rest.join(' ').trim(), quoted: false, negative });
}
