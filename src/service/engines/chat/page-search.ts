import { getOrCreate } from '../../../base/collections.ts';
import type { Span } from '../local/extract/candidates/candidate.ts';
import { type Token, tokensOf } from '../local/extract/layout/fold-text.ts';
import { layOut, makeSegment, type Segment } from '../local/extract/layout/text-layout.ts';
import type { ParsedPage } from '../parsed-document.ts';

interface PlacedToken extends Token {
  readonly segment: Segment;
}

/** The words of a page in one order. `positions` maps each word to its indexes in `tokens`. */
interface WordSequence {
  readonly tokens: readonly PlacedToken[];
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

/** Largest number of words in a quote. A longer quote counts as not found. */
const maxWords = 200;
/** Largest number of places at which the search compares a quote with a page. */
const maxPlaces = 2_000;

/** Finds texts on the pages of a document. Ignores case, accents, punctuation and line ends. */
export class PageSearch {
  readonly #pages: readonly ParsedPage[];
  readonly #sequences = new Map<ParsedPage, readonly WordSequence[]>();

  constructor(pages: readonly ParsedPage[]) {
    this.#pages = pages;
  }

  /**
   * Returns where a text first occurs, as one span per text segment. Returns `null` if no page contains the text.
   * Searches page `first` before the other pages.
   */
  find(text: string, first?: number): readonly Span[] | null {
    const words = tokensOf(text).map((token) => token.text);
    if (words.length === 0 || words.length > maxWords) return null;
    const preferred = this.#pages.filter(({ number }) => number === first);
    const others = this.#pages.filter(({ number }) => number !== first);
    for (const page of [...preferred, ...others])
      for (const sequence of this.#sequencesOf(page)) {
        const found = findIn(sequence, words);
        if (found !== null) return found;
      }
    return null;
  }

  /**
   * Returns the words of a page in two orders: in reading order, and row by row across columns. A quote can have either
   * order.
   */
  #sequencesOf(page: ParsedPage): readonly WordSequence[] {
    return getOrCreate(this.#sequences, page, () => [
      sequenceOf(page.lines.map((line) => makeSegment(line.words, page))),
      sequenceOf(layOut([page], true).segments),
    ]);
  }
}

function sequenceOf(segments: readonly Segment[]): WordSequence {
  const tokens = segments.flatMap((segment) => segment.tokens.map((token) => ({ ...token, segment })));
  const positions = new Map<string, number[]>();
  for (const [index, { text }] of tokens.entries()) getOrCreate(positions, text, () => []).push(index);
  return { tokens, positions };
}

function findIn({ tokens, positions }: WordSequence, words: readonly string[]): readonly Span[] | null {
  // Compares the quote with the page only where the rarest word of the quote occurs.
  let rarest = 0;
  for (const [index, word] of words.entries()) {
    const count = positions.get(word)?.length ?? 0;
    if (count === 0) return null;
    if (count < (positions.get(words[rarest] as string)?.length ?? 0)) rarest = index;
  }
  for (const place of positions.get(words[rarest] as string)?.slice(0, maxPlaces) ?? []) {
    const start = place - rarest;
    if (start >= 0 && words.every((word, index) => tokens[start + index]?.text === word))
      return spansOf(tokens.slice(start, start + words.length));
  }
  return null;
}

/** Returns the positions of words in the document, as one span per text segment. */
function spansOf(tokens: readonly PlacedToken[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { segment, start, end } of tokens) {
    const last = spans.at(-1);
    if (last?.segment === segment) spans[spans.length - 1] = { ...last, end };
    else spans.push({ segment, start, end });
  }
  return spans;
}
