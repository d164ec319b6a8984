import type { Box, ParsedLine, ParsedWord } from '../../../parsed-document.ts';
import { blockIndexes } from './block-indexes.ts';
import { gapScale } from './gap-scale.ts';
import { readingOrder } from './reading-order.ts';
import { RowIndex, type Segment } from './row-index.ts';

/** Minimum width of a gap that divides a row, in font sizes. A word space is about a third of a font size. */
const wideGap = 1.25;

/**
 * Groups words, in any order, into lines in reading order. Each line has the index of its block, such as a paragraph.
 */
export function arrangeWords(words: readonly ParsedWord[]): ParsedLine[] {
  return linesOf(rowsOf(words).flatMap((row, index) => segmentsOf(row, index)));
}

/** Converts line segments, in any order, to lines in reading order. */
export function linesOf(segments: readonly Segment[]): ParsedLine[] {
  const ordered = readingOrder(segments);
  const blocks = blockIndexes(ordered);
  return ordered.map((segment, index) => ({
    text: segment.words.map((word) => word.text).join(' '),
    words: segment.words,
    box: segment.box,
    block: blocks[index] as number,
    ...(segment.cell === undefined ? {} : { cell: segment.cell }),
  }));
}

/**
 * Groups words into printed rows, from top to bottom. Compares a word only with the last word of each row,
 * because rows of a skewed page rise or fall.
 */
export function rowsOf(words: readonly ParsedWord[]): ParsedWord[][] {
  const rows: ParsedWord[][] = [];
  const sorted = [...words].sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top);
  const index = new RowIndex(words.map((word) => word.box));
  for (const word of sorted) {
    let best: number | undefined;
    let bestScore = 0.5;
    for (const at of index.near(word.box)) {
      const last = rows[at]?.at(-1) as ParsedWord;
      const size = Math.min(last.fontSize, word.fontSize);
      if (word.box.left < last.box.right - size * 0.6) continue;
      const score = sharedHeight(last.box, word.box) - (word.box.left - last.box.right) / (size * 400 + 1);
      if (score > bestScore) {
        best = at;
        bestScore = score;
      }
    }
    if (best === undefined) rows.push([word]);
    else rows[best]?.push(word);
    index.move(best ?? rows.length - 1, word.box);
  }
  return rows
    .map((row) => ({ row, height: middle(boxOf(row)) }))
    .sort((a, b) => a.height - b.height)
    .map(({ row }) => row);
}

function segmentsOf(row: readonly ParsedWord[], index: number): Segment[] {
  const segments: Segment[] = [];
  let current: ParsedWord[] = [];
  for (const word of row) {
    const last = current.at(-1);
    const size = Math.max(last?.fontSize ?? 0, word.fontSize);
    if (last && word.box.left - last.box.right > wideGap * size * gapScale(last, word)) {
      segments.push(segmentOf(current, index));
      current = [];
    }
    current.push(word);
  }
  if (current.length > 0) segments.push(segmentOf(current, index));
  return segments;
}

/** Creates a line segment from words, which are in order from left to right. */
export function segmentOf(words: readonly ParsedWord[], row: number): Segment {
  const sizes = words.map((word) => word.fontSize).sort((a, b) => a - b);
  return { words, box: boxOf(words), fontSize: sizes[Math.floor(sizes.length / 2)] ?? 10, row };
}

export function boxOf(parts: readonly { readonly box: Box }[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const part of parts) {
    box.left = Math.min(box.left, part.box.left);
    box.top = Math.min(box.top, part.box.top);
    box.right = Math.max(box.right, part.box.right);
    box.bottom = Math.max(box.bottom, part.box.bottom);
  }
  return box;
}

/**
 * Returns the vertical overlap of two boxes, as a share of the smaller height. The result is negative if the boxes do
 * not overlap.
 */
export function sharedHeight(a: Box, b: Box): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared / Math.max(1e-6, Math.min(a.bottom - a.top, b.bottom - b.top));
}

function middle(box: Box): number {
  return (box.top + box.bottom) / 2;
}
