import type { Box } from '../../../parsed-document.ts';
import type { PrintedText } from './printed-texts.ts';

/** The texts around an entry. */
export interface Around {
  readonly isCheckbox: boolean;
  readonly left: readonly PrintedText[];
  above: readonly PrintedText[];
  below: readonly PrintedText[];
}

/** Maximum distance in points between the left edges of texts and entries of one column. */
const maxIndent = 4;
/** Minimum text height of a heading, relative to the captions below the entries. */
const minHeading = 1.15;

/** Decides for each text between two entries whether it names the upper or the lower entry. */
export function separateRows(boxes: readonly Box[], around: readonly Around[]): void {
  separateColumns(boxes, around);
  for (const [upper, one] of around.entries()) {
    const text = captionBelow(boxes, around, upper);
    if (text === undefined) continue;
    const box = boxes[upper] as Box;
    const gap = Math.max(0, text.box.top - box.bottom);
    const isFar = (distance: number) => distance > 1.5 * gap + 2;
    if (!one.above.every((above) => isFar(box.top - above.box.bottom))) continue;
    const lower = lowerEntries(around, text);
    // The text names the upper entry if it is clearly nearer to the upper entry. Otherwise, it names the lower entry.
    if (!lower.every((at) => isFar((boxes[at] as Box).top - text.box.bottom))) continue;
    for (const at of lower) remove(around[at] as Around, text);
  }
}

/**
 * Removes the texts above the entries of a column, if the captions of the column are below its entries. In such a
 * column, all captions have the same size and distance, no entry follows the last caption, and only a heading in larger
 * type is above the first entry.
 */
function separateColumns(boxes: readonly Box[], around: readonly Around[]): void {
  for (const [top, one] of around.entries()) {
    const first = captionBelow(boxes, around, top);
    if (first === undefined || one.above.length === 0) continue;
    if (!one.above.every((above) => heightOf(above) >= minHeading * heightOf(first))) continue;
    const column = columnBelow(boxes, around, top, first);
    if (column.length < 2) continue;
    // The heading names the whole column, not its first entry.
    one.above = [];
    for (const at of column.slice(1)) (around[at] as Around).above = [];
  }
}

/** Returns the entries of a column with captions below them, or an empty list if the captions can be above. */
function columnBelow(
  boxes: readonly Box[],
  around: readonly Around[],
  top: number,
  first: PrintedText,
): number[] {
  const gapOf = (at: number, { box }: PrintedText) => box.top - (boxes[at] as Box).bottom;
  const column: number[] = [];
  for (let at: number | undefined = top; at !== undefined; ) {
    const caption = captionBelow(boxes, around, at);
    const isLike =
      caption !== undefined &&
      Math.abs(gapOf(at, caption) - gapOf(top, first)) < 1.5 &&
      Math.abs(heightOf(caption) - heightOf(first)) < 0.1 * heightOf(first);
    if (!isLike || column.includes(at)) return [];
    column.push(at);
    const lower = lowerEntries(around, caption);
    if (lower.length > 1) return [];
    [at] = lower;
  }
  return column;
}

/**
 * Returns the text below an entry if this text can be the caption of the entry. The text must start at the left edge of
 * the entry, and the entry must have no other caption.
 */
function captionBelow(boxes: readonly Box[], around: readonly Around[], at: number): PrintedText | undefined {
  const { isCheckbox, left, below } = around[at] as Around;
  const [text] = below;
  const isAligned = text !== undefined && Math.abs(text.box.left - (boxes[at] as Box).left) <= maxIndent;
  return isAligned && !isCheckbox && left.length === 0 ? text : undefined;
}

/** Returns the entries that have a text above them. */
function lowerEntries(around: readonly Around[], text: PrintedText): number[] {
  return around.flatMap(({ above }, at) => (above.includes(text) ? [at] : []));
}

function remove(entry: Around, text: PrintedText): void {
  entry.above = entry.above.filter((above) => above !== text);
}

function heightOf({ box }: PrintedText): number {
  return box.bottom - box.top;
}
