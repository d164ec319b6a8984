import type { Box, ParsedWord } from '../../../parsed-document.ts';

/** A box over more strips than this is looked at from everywhere instead of being entered in each. */
const mostStrips = 64;

/** Finds growing rows by height on the page, so that a word need not be compared with every row of a long page. */
export class RowIndex {
  readonly #strip: number;
  readonly #strips = new Map<number, Set<number>>();
  readonly #everywhere = new Set<number>();
  readonly #boxes = new Map<number, Box>();

  /** `boxes` are those that will be entered: their usual height is the height of a strip. */
  constructor(boxes: readonly Box[]) {
    const heights = boxes.map((box) => box.bottom - box.top).sort((a, b) => a - b);
    this.#strip = Math.max(1e-3, heights[heights.length >> 1] ?? 1);
  }

  /** The row now ends with this box. */
  move(row: number, box: Box): void {
    const before = this.#boxes.get(row);
    if (before !== undefined) for (const rows of this.#at(before, true)) rows.delete(row);
    for (const rows of this.#at(box, true)) rows.add(row);
    this.#boxes.set(row, box);
  }

  /** Rows whose last box may share height with this one, in the order in which they were begun. */
  near(box: Box): number[] {
    const range = this.#range(box);
    const found = new Set(this.#everywhere);
    if (range === undefined) for (const row of this.#boxes.keys()) found.add(row);
    else for (const rows of this.#at(box, false)) for (const row of rows) found.add(row);
    return [...found].sort((a, b) => a - b);
  }

  #at(box: Box, create: boolean): Set<number>[] {
    const range = this.#range(box);
    if (range === undefined) return [this.#everywhere];
    const sets: Set<number>[] = [];
    for (let strip = range[0]; strip <= range[1]; strip++) {
      let rows = this.#strips.get(strip);
      if (rows === undefined && create) {
        rows = new Set();
        this.#strips.set(strip, rows);
      }
      if (rows !== undefined) sets.push(rows);
    }
    return sets;
  }

  #range(box: Box): [number, number] | undefined {
    const first = Math.floor(box.top / this.#strip);
    const last = Math.floor(box.bottom / this.#strip);
    return last - first <= mostStrips ? [first, last] : undefined;
  }
}

/** A stretch of words on one row with no wide gap in it. */
export interface Segment {
  readonly words: readonly ParsedWord[];
  readonly box: Box;
  readonly fontSize: number;
  /** Rows are numbered from the top; segments of one printed row share the number. */
  readonly row: number;
}
