import { stemsOf } from '../text/words.ts';

/** Something a description or rule says about a class: words that speak for it, or against it. */
export interface Statement {
  readonly stems: readonly string[];
  readonly text: string;
  /** Stood between quotation marks, so it is meant literally. */
  readonly quoted: boolean;
  /** It speaks against the class (`not a receipt`). */
  readonly negative: boolean;
}

const negation =
  /\b(?:not|never|no|nor|excluding|excludes?|except(?: for)?|without|other than|rather than|unlike|instead of|kein|keine|nicht|ohne|ausser|sans|sauf|pas|sin|excepto|senza|niet|geen)\b/i;
const fallbackNames =
  /^(?:other|others|misc|miscellaneous|unknown|unclassified|undefined|none|else|rest|fallback|catch ?all|anything ?else|everything ?else|other documents?|sonstiges?|sonstige|andere|anderes|unbekannt|autres?|divers|inconnu|otros?|otra|desconocido|altro|altri|sconosciuto|overige?|onbekend|outros?)$/i;
const fallbackDescription =
  /\b(?:any(?:thing)? else|everything else|all other|any other|none of (?:the|these)|(?:does|do) not (?:fit|match|belong|fall)|doesn'?t (?:fit|match|belong|fall)|cannot be (?:classified|assigned)|not covered|no other (?:class|type|category)|remaining documents?|other documents?|alles andere|alle anderen|tout autre|cualquier otro)\b/i;

/** Whether a class is the one that takes what fits no other. */
export function isFallbackClass(id: string, type: string, description: string): boolean {
  const plain = (name: string) => name.replace(/[_-]+/g, ' ').trim();
  if (fallbackNames.test(plain(type)) || fallbackNames.test(plain(id))) return true;
  return fallbackDescription.test(description.slice(0, 2000));
}

/** Longest description or rule text that is read. */
const longestText = 20_000;

export function sentencesOf(text: string): string[] {
  return text
    .slice(0, longestText)
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);
}

/** Takes a sentence apart: quoted phrases whole, the rest word group by word group, each with its sign. */
export function statementsIn(sentence: string): Statement[] {
  const out: Statement[] = [];
  for (const part of sentence.split(/,(?!\d)|\bbut\b|\bhowever\b|\baber\b|\bsondern\b|\bmais\b|\bpero\b/i)) {
    const at = part.search(negation);
    const cut = at < 0 ? part.length : at;
    collect(part.slice(0, cut), false, out);
    collect(part.slice(cut).replace(negation, ' '), true, out);
  }
  return out;
}

function collect(text: string, negative: boolean, out: Statement[]): void {
  let rest = text;
  for (const match of text.matchAll(
    /["“”„«»]([^"“”„«»]{2,80})["“”„«»]|(?<=^|\s)['‘]([^'’]{2,80})['’](?=$|[\s.,;:])/g,
  )) {
    const quote = match[1] ?? match[2] ?? '';
    const stems = stemsOf(quote);
    if (stems.length > 0) out.push({ stems, text: quote, quoted: true, negative });
    rest = rest.replace(match[0], ' ');
  }
  const stems = stemsOf(rest);
  if (stems.length > 0) out.push({ stems, text: rest.trim(), quoted: false, negative });
}
