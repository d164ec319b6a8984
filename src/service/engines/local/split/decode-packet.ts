import { indexOfLargest } from '../classify/class-scores.ts';

/** Consecutive pages of one document (first and last index, inclusive), with the class of the document. */
export interface Segment {
  readonly first: number;
  readonly last: number;
  readonly classIndex: number;
}

export interface PageOdds {
  /** Log-odds that a document starts at this page. */
  readonly boundary: number;
  readonly forced?: 'start' | 'stay' | undefined;
  /** Per class, log(probability / mean probability of all classes), if the page is the first page of a document. */
  readonly asFirst: readonly number[];
  /** Per class, log(probability / mean probability of all classes), if the page is inside a document. */
  readonly asInner: readonly number[];
}

/**
 * Returns the most probable division of a packet into documents, by Viterbi decoding. The state is the class of the
 * current document. Each page either starts a document of any class or continues the current document.
 */
export function decodePacket(pages: readonly PageOdds[]): Segment[] {
  if (pages.length === 0) return [];
  const began: Uint8Array[] = [];
  const cameFrom: number[] = [];
  let scores: number[] = [];
  pages.forEach((page, index) => {
    const size = page.asFirst.length;
    const best = indexOfLargest(scores);
    const start = index === 0 ? 0 : page.forced === 'stay' ? -1e6 : -Math.log1p(Math.exp(-page.boundary));
    const stay =
      index === 0 ? -Infinity : page.forced === 'start' ? -1e6 : -Math.log1p(Math.exp(page.boundary));
    const next = new Array<number>(size).fill(0);
    const starts = new Uint8Array(size);
    for (let c = 0; c < size; c++) {
      const fresh = (index === 0 ? 0 : (scores[best] ?? 0)) + start + (page.asFirst[c] ?? 0);
      const carried = (scores[c] ?? -Infinity) + stay + (page.asInner[c] ?? 0);
      starts[c] = fresh >= carried ? 1 : 0;
      next[c] = Math.max(fresh, carried);
    }
    began.push(starts);
    cameFrom.push(best);
    scores = next;
  });
  return trace(began, cameFrom, indexOfLargest(scores));
}

function trace(began: readonly Uint8Array[], cameFrom: readonly number[], lastClass: number): Segment[] {
  const segments: Segment[] = [];
  let classIndex = lastClass;
  let last = began.length - 1;
  for (let page = last; page >= 0; page--) {
    if (began[page]?.[classIndex] !== 1 && page > 0) continue;
    segments.push({ first: page, last, classIndex });
    classIndex = cameFrom[page] ?? 0;
    last = page - 1;
  }
  return segments.reverse();
}
