import type { TableCellPlace } from '../../../../../pages/flow/laid-page.ts';
import type { Box, ParsedWord } from '../../../parsed-document.ts';

/**
 * A box that touches more than this number of horizontal strips (see `RowIndex`) is in no strip. Every search also
 * checks these boxes.
 */
const maxStrips = 64;

/**
 * Finds rows of words by their vertical position, so that a word is not compared with every row. Divides the page
 * into horizontal strips for this purpose.
 */
export class RowIndex {
  readonly #strip: number;
  readonly #strips = new Map<number, Set<number>>();
  readonly #everywhere = new Set<number>();
  readonly #boxes = new Map<number, Box>();

  /** The height of each horizontal strip of the page is the median height of `boxes`. */
  constructor(boxes: readonly Box[]) {
    const heights = boxes.map((box) => box.bottom - box.top).sort((a, b) => a - b);
    this.#strip = Math.max(1e-3, heights[heights.length >> 1] ?? 1);
  }

  /** Sets the last box of a row. `near` finds a row by this box. */
  move(row: number, box: Box): void {
    const before = this.#boxes.get(row);
    if (before !== undefined) for (const rows of this.#at(before, true)) rows.delete(row);
    for (const rows of this.#at(box, true)) rows.add(row);
    this.#boxes.set(row, box);
  }

  /** Returns the numbers of the rows whose last box can vertically overlap `box`, in ascending order. */
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
    return last - first <= maxStrips ? [first, last] : undefined;
  }
}

/** Words on one printed row without a wide gap between them. */
export interface Segment {
  readonly words: readonly ParsedWord[];
  readonly box: Box;
  readonly fontSize: number;
  /** Row number, counted from the top. */
  readonly row: number;
  /** Table cell to which the segment belongs, if it is in a table with two columns. */
  readonly cell?: TableCellPlace;
}

/** Returns the edges of the smallest box around line segments. There can be very many segments. */
export function edgesOf(segments: readonly Segment[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of segments) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}
