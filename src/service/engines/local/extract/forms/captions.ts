import type { Box, ParsedField } from '../../../parsed-document.ts';
import { overlaps, type PrintedText } from './printed-texts.ts';
import { separateRows } from './separate-rows.ts';

/**
 * Position of a text that names an entry, relative to the entry. `name` is the name of the field in the file. `heading`
 * is the title of the section or column.
 */
export type CaptionPlace = 'tooltip' | 'above' | 'left' | 'right' | 'below' | 'name' | 'heading';

export interface Caption {
  readonly place: CaptionPlace;
  readonly text: string;
}

/** Maximum distances of a caption in points: above an entry, and to the left or right of an entry. */
const [reachAbove, reachBeside] = [36, 150];
/** Maximum number of lines of a caption. */
const maxLines = 4;

interface Place {
  readonly field: ParsedField;
  readonly box: Box;
}

/**
 * Returns the texts that can name each entry of a page. A text between two entries names only one of these entries. A
 * text to the right of a checkbox names the checkbox.
 */
export function captionsOf(entries: readonly Place[], printed: readonly PrintedText[]): Caption[][] {
  const boxes = entries.map(({ box }) => box);
  const around = entries.map(({ field, box }) => {
    const others = boxes.filter((other) => other !== box);
    const beside = neighbours(box, printed, others);
    return {
      isCheckbox: field.kind === 'checkbox',
      above: blockAbove(box, printed, others),
      left: blockOf(beside.left, printed, others, -1),
      right: blockOf(beside.right, printed, others, field.kind === 'checkbox' ? 1 : 0),
      below: textBelow(box, printed, others),
    };
  });
  separateRows(boxes, around);
  const isTaken = {
    above: new Set(around.flatMap(({ above }) => above)),
    right: new Set(around.filter(({ isCheckbox }) => isCheckbox).flatMap(({ right }) => right.slice(0, 1))),
    left: new Set(around.filter(({ isCheckbox }) => !isCheckbox).flatMap(({ left }) => left)),
  };
  const captions = new Set(
    around.flatMap(({ isCheckbox, above, left, right, below }) => {
      const isNamed = [...above, ...left, ...below].length > 0;
      return [...above, ...left, ...below, ...(isCheckbox || !isNamed ? right : [])];
    }),
  );
  const headings = printed.filter((one) => !captions.has(one) && isHeading(one, boxes));
  return around.map(({ isCheckbox, above, left, right, below }, index) => {
    const { tooltip, name } = (entries[index] as Place).field;
    const isFree = (texts: readonly PrintedText[], taken: ReadonlySet<PrintedText>) =>
      texts.some((text) => taken.has(text)) ? [] : texts;
    const { box } = entries[index] as Place;
    const texts: Caption[] = [
      { place: 'tooltip', text: tooltip },
      { place: 'above', text: textOf(above) },
      { place: 'left', text: textOf(isFree(left, isTaken.right)) },
      { place: 'right', text: textOf(isCheckbox ? right : isFree(right, isTaken.left)) },
      { place: 'below', text: textOf(isFree(below, isTaken.above)) },
      { place: 'name', text: ownName(name) },
      { place: 'heading', text: headingOf(box, headings)?.text ?? '' },
    ];
    return texts.filter(({ text }) => /\p{L}/u.test(text));
  });
}

/** Maximum number of words of a heading. */
const maxHeadingWords = 5;

/** Returns whether a text can be the title of a section or column: the text is short, and its line has no entries. */
function isHeading({ text, box }: PrintedText, entries: readonly Box[]): boolean {
  const isLevel = (entry: Box) => middleOf(box) > entry.top && middleOf(box) < entry.bottom;
  return text.split(' ').length <= maxHeadingWords && !entries.some(isLevel);
}

/** Returns the nearest heading above an entry. The heading must start to the left of the right edge of the entry. */
function headingOf(box: Box, headings: readonly PrintedText[]): PrintedText | undefined {
  const above = headings.filter((one) => one.box.bottom <= box.top + 2 && one.box.left < box.right);
  const bottom = Math.max(...above.map((one) => one.box.bottom));
  // If a line has several headings, the title of the column is the last heading that starts before the end of the
  // entry.
  return above.filter((one) => one.box.bottom > bottom - 6).sort((a, b) => b.box.left - a.box.left)[0];
}

function textOf(texts: readonly PrintedText[]): string {
  return texts.map(({ text }) => text).join(' ');
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2;
}

/** Returns the nearest texts to the left and right of an entry, up to the next entry. */
function neighbours(
  box: Box,
  printed: readonly PrintedText[],
  others: readonly Box[],
): { readonly left: PrintedText | undefined; readonly right: PrintedText | undefined } {
  const margin = Math.max(0, 5 - (box.bottom - box.top) / 2);
  const isLevel = (other: Box) => middleOf(other) > box.top - margin && middleOf(other) < box.bottom + margin;
  const row = printed.filter((one) => isLevel(one.box));
  const left = row
    .filter((one) => one.box.right <= box.left + 4 && one.box.right > box.left - reachBeside)
    .sort((a, b) => b.box.right - a.box.right || b.box.bottom - a.box.bottom)[0];
  const right = row
    .filter((one) => one.box.left >= box.right - 4 && one.box.left < box.right + reachBeside)
    .sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top)[0];
  const isSeparated = (from: number, to: number) =>
    others.some((other) => isLevel(other) && other.left < to - 2 && other.right > from + 2);
  return {
    left: left !== undefined && !isSeparated(left.box.right, box.left) ? left : undefined,
    right: right !== undefined && !isSeparated(box.right, right.box.left) ? right : undefined,
  };
}

/** Returns the lines directly above an entry or at its upper edge. */
function blockAbove(box: Box, printed: readonly PrintedText[], others: readonly Box[]): PrintedText[] {
  const edge = box.top + Math.min(8, 0.4 * (box.bottom - box.top));
  const width = box.right - box.left;
  const over = printed.filter((one) => {
    const [left, right] = [Math.max(one.box.left, box.left), Math.min(one.box.right, box.right)];
    const isOver = right - left > 0.3 * Math.min(width, one.box.right - one.box.left);
    const between = { left, right, top: one.box.top + 1, bottom: box.top - 1 };
    return (
      isOver &&
      middleOf(one.box) < edge &&
      one.box.bottom > box.top - reachAbove &&
      !others.some((other) => overlaps(other, between))
    );
  });
  const bottom = Math.max(...over.map((one) => one.box.bottom));
  const line = over
    .filter((one) => one.box.bottom > bottom - 5 && /\p{L}/u.test(one.text))
    .sort((a, b) => a.box.left - b.box.left);
  const longest = line.toSorted((a, b) => b.text.length - a.text.length)[0];
  const block = blockOf(longest, printed, others, -1);
  return [...block, ...line.filter((one) => one !== longest)];
}

/**
 * Returns a text with the neighbouring lines of its paragraph: the lines above if `direction` is -1, the lines below if
 * it is 1, and none if it is 0.
 */
function blockOf(
  start: PrintedText | undefined,
  printed: readonly PrintedText[],
  others: readonly Box[],
  direction: -1 | 0 | 1,
): PrintedText[] {
  if (start === undefined) return [];
  const block = [start];
  for (let last = start; direction !== 0 && block.length < maxLines; ) {
    const height = last.box.bottom - last.box.top;
    const next = printed.find(({ box }) => {
      const gap = direction < 0 ? last.box.top - box.bottom : box.top - last.box.bottom;
      const isAligned = Math.abs(box.left - last.box.left) < 14;
      const sameSize = Math.abs(box.bottom - box.top - height) < 0.35 * height;
      return (
        isAligned &&
        sameSize &&
        gap > -0.5 * height &&
        gap < 0.45 * height &&
        box !== last.box &&
        (direction < 0 ? box.top < last.box.top : box.top > last.box.top)
      );
    });
    if (next === undefined || others.some((other) => overlaps(other, next.box))) break;
    if (direction < 0) block.unshift(next);
    else block.push(next);
    last = next;
  }
  return block;
}

function textBelow(box: Box, printed: readonly PrintedText[], others: readonly Box[]): PrintedText[] {
  const below = printed.filter(
    (one) =>
      one.box.right > box.left - 2 &&
      one.box.left < box.right + 2 &&
      one.box.left > box.left - 20 &&
      one.box.top > box.bottom - 3 &&
      one.box.top < box.bottom + 6,
  );
  const [first] = below;
  if (first === undefined) return [];
  const between = { ...box, top: box.bottom + 1, bottom: first.box.bottom };
  return others.some((other) => overlaps(other, between)) ? [] : [first];
}

/** Field names that a program generated, such as `f1_11`. They do not describe the field. */
const programName =
  /^(?:topmostSubform|form\d*|page\d*|\p{L}{0,2}\d*(?:_\d+)*|untitled\d*|text ?(?:field)?\d*|check ?box\d*|undefined.*)$/iu;

/** Returns the words of a field name that a person chose: `Page1[0].SSN[0].f1_11[0]` -> `SSN`. */
function ownName(name: string): string {
  return name
    .slice(0, 300)
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .filter((part) => !programName.test(part))
    .join(' ');
}
