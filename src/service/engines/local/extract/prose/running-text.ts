import type { ParsedLine, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import type { Span } from '../candidates/candidate.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';

/**
 * Maximum length of the running text in characters: about 250 pages. The engine ignores the text beyond this length.
 */
const maxLength = 800_000;
/** Maximum number of characters that `sentenceAround` returns on each side of a position. */
const maxSentenceSide = 1_200;

/** Abbreviations and initials whose dot does not end a sentence. */
const abbreviation =
  /(?:^|[^\p{L}\d.])(?:\p{L}|\p{L}\.\p{L}|inc|ltd|corp|co|cos|llc|l\.l\.c|l\.p|n\.a|s\.a|no|nos|nr|mr|mrs|ms|dr|st|ste|ave|blvd|rd|jan|feb|mar|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|art|sec|abs|bzw|ca|vs|etc|sra?|mme|dba|hwy|fl|dept|u\.s|u\.k|tel)$/iu;

/**
 * The text of a document as one line in reading order, without headers and footers. Also stores the position of each
 * word in the document.
 */
export class RunningText {
  readonly text: string;
  readonly #offsets: number[] = [];
  readonly #places: { readonly segment: Segment; readonly start: number; readonly length: number }[] = [];

  constructor(layout: TextLayout) {
    const places = new Map<ParsedWord, { segment: Segment; start: number }>();
    for (const segment of layout.segments) {
      for (const [index, word] of segment.words.entries())
        places.set(word, { segment, start: segment.starts[index] ?? 0 });
    }
    const parts: string[] = [];
    let length = 0;
    const repeated = repeatedLines(layout.pages);
    for (const page of layout.pages) {
      for (const line of page.lines) {
        const { words } = line;
        if (repeated.has(lineKey(line))) continue;
        for (const word of words) {
          const place = places.get(word);
          if (place === undefined || length > maxLength) continue;
          this.#offsets.push(length);
          this.#places.push({ ...place, length: word.text.length });
          parts.push(word.text);
          length += word.text.length + 1;
        }
      }
    }
    this.text = parts.join(' ');
  }

  /** Returns where the document prints a range of the running text, as one span per text segment. */
  spansOf(start: number, end: number): Span[] {
    const spans: Span[] = [];
    for (let index = this.#wordAt(start); index < this.#offsets.length; index++) {
      const offset = this.#offsets[index] ?? 0;
      if (offset >= end) break;
      const place = this.#places[index];
      if (place === undefined || offset + place.length <= start) continue;
      const from = place.start + Math.max(0, start - offset);
      const to = place.start + Math.min(place.length, end - offset);
      const last = spans.at(-1);
      if (last !== undefined && last.segment === place.segment && last.end < from)
        spans[spans.length - 1] = { ...last, end: to };
      else spans.push({ segment: place.segment, start: from, end: to });
    }
    return spans;
  }

  /** Returns the start and end of the sentence at a position. */
  sentenceAround(position: number): { readonly start: number; readonly end: number } {
    const from = Math.max(0, position - maxSentenceSide);
    let start = from;
    for (const end of sentenceEnds(this.text, from, position)) start = end;
    const [end] = sentenceEnds(this.text, position, Math.min(this.text.length, position + maxSentenceSide));
    return { start, end: end ?? Math.min(this.text.length, position + maxSentenceSide) };
  }

  /** Index of the last word that starts at or before a position. */
  #wordAt(position: number): number {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Number of lines at the top and at the bottom of a page that can be headers or footers. */
const marginLines = 4;

/** Returns the keys (`lineKey`) of the lines that most pages repeat at the top or bottom, such as headers. */
function repeatedLines(pages: readonly ParsedPage[]): ReadonlySet<string> {
  if (pages.length < 3) return new Set();
  const counts = new Map<string, number>();
  for (const { lines } of pages) {
    const margins =
      lines.length > 2 * marginLines ? [...lines.slice(0, marginLines), ...lines.slice(-marginLines)] : lines;
    for (const key of new Set(margins.map(lineKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([, count]) => count >= 3 && count > pages.length / 2).map(([key]) => key),
  );
}

function lineKey({ words }: ParsedLine): string {
  return words
    .map(({ text }) => text.replace(/\d+/g, '#'))
    .join(' ')
    .slice(0, 200);
}

/** Returns the positions between `from` and `to` at which a sentence ends. */
export function sentenceEnds(text: string, from: number, to: number): number[] {
  const ends: number[] = [];
  const pattern = /[.!?][)\]"'”’»]?\s+(?=["“„«(]?[\p{Lu}\d])/gu;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null && match.index < to; match = pattern.exec(text)) {
    const before = text.slice(Math.max(from, match.index - 12), match.index);
    if (match[0].startsWith('.') && (abbreviation.test(before) || /(?:^|\D)\d{1,2}$/.test(before))) continue;
    ends.push(match.index + match[0].length);
  }
  return ends;
}
