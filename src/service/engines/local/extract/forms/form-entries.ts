import type { Box, ParsedField, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { boxAround, makeSegment, type Segment, type TextLayout } from '../layout/text-layout.ts';
import { type Caption, captionsOf } from './captions.ts';
import { overlaps, type PrintedText, printedTexts } from './printed-texts.ts';

/** A place of a form that a person fills in: a form field, or several fields that hold parts of one value. */
export interface FormEntry {
  readonly kind: ParsedField['kind'];
  /** Whether a checkbox is on. Absent for other entries. */
  readonly checked?: boolean;
  /**
   * The value, one segment per line of text. Empty if the entry is not filled in. A checkbox has one segment with a
   * ballot box.
   */
  readonly lines: readonly Segment[];
  /** Whether the lines are parts of one number, such as the three boxes of a social security number. */
  readonly isDivided: boolean;
  readonly captions: readonly Caption[];
  readonly page: ParsedPage;
  readonly box: Box;
}

/** Maximum number of form fields that are read. The limit protects against hostile files. */
const maxFields = 1_000;

/** Returns the entries of all forms in a document, in reading order, with the texts around them. */
export function findEntries(layout: TextLayout): FormEntry[] {
  let id = -1;
  let left = maxFields;
  return layout.pages.flatMap((page) => {
    const fields = (page.fields ?? []).slice(0, left);
    left -= fields.length;
    if (fields.length === 0) return [];
    const printed = printedTexts(page);
    const entries = joinParts(fields.toSorted(byPosition), printed).map((parts) => ({
      parts,
      box: boxAround(parts.map((part) => part.box)),
    }));
    const captions = captionsOf(
      entries.map(({ parts, box }) => ({ field: parts[0] as ParsedField, box })),
      printed,
    );
    const made = entries.map(({ parts, box }, index): FormEntry => {
      const { kind, checked } = parts[0] as ParsedField;
      return {
        kind,
        ...(checked === undefined ? {} : { checked }),
        lines: linesOf(parts).map((words) => ({ ...makeSegment(words, page), id: id-- })),
        isDivided: parts.length > 1,
        captions: captions[index] ?? [],
        page,
        box,
      };
    });
    return joinContinued(made);
  });
}

/** Orders fields from top to bottom, and from left to right on a row. */
function byPosition(a: ParsedField, b: ParsedField): number {
  const rowOf = ({ box }: ParsedField) => Math.round(box.bottom / 6);
  return rowOf(a) - rowOf(b) || a.box.left - b.box.left;
}

/**
 * Joins text entries that are lines of one value. An entry continues the entry above if it is directly below, has no
 * separate caption and is alone on its row.
 */
function joinContinued(entries: readonly FormEntry[]): FormEntry[] {
  const joined: FormEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const isAlone = entries.every(({ box }) => box === entry.box || !isLevel(box, entry.box));
    if (last !== undefined && isAlone && isContinued(last, entry))
      joined[joined.length - 1] = {
        ...last,
        lines: [...last.lines, ...entry.lines],
        box: boxAround([last.box, entry.box]),
      };
    else joined.push(entry);
  }
  return joined;
}

function isContinued(above: FormEntry, below: FormEntry): boolean {
  const same = new Set(above.captions.map(({ text }) => text));
  const hasCaption = below.captions.some(
    ({ place, text }) => place !== 'name' && place !== 'below' && !same.has(text),
  );
  const gap = below.box.top - above.box.bottom;
  const areTexts = above.kind === 'text' && below.kind === 'text';
  return areTexts && !hasCaption && gap < 4 && gap > -4 && below.box.right > above.box.left;
}

function isLevel(a: Box, b: Box): boolean {
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
}

/**
 * Joins form fields that contain the parts of one number: short text fields on one row, with only a dash or nothing
 * between them.
 */
function joinParts(fields: readonly ParsedField[], printed: readonly PrintedText[]): ParsedField[][] {
  const joined: ParsedField[][] = [];
  for (const field of fields) {
    const last = joined.at(-1)?.at(-1);
    if (last !== undefined && arePartsOfOneNumber(last, field, printed)) joined.at(-1)?.push(field);
    else joined.push([field]);
  }
  return joined;
}

/** Maximum width of a box for a part of a number, and maximum gap between two such boxes, in points. */
const [maxPart, maxGap] = [110, 20];

function arePartsOfOneNumber(a: ParsedField, b: ParsedField, printed: readonly PrintedText[]): boolean {
  if (a.kind !== 'text' || b.kind !== 'text') return false;
  const gap = b.box.left - a.box.right;
  const isLevel = Math.abs(a.box.top - b.box.top) + Math.abs(a.box.bottom - b.box.bottom) < 2;
  const areShort = [a, b].every(
    ({ box, words }) =>
      box.right - box.left < maxPart && words.every(({ text }) => /^[\dA-Z]{1,8}$/i.test(text)),
  );
  if (!isLevel || gap < 0 || gap > maxGap || !areShort) return false;
  // A caption that starts above the second field shows that this field has a separate value.
  const above = { ...b.box, top: b.box.top - 14, bottom: b.box.top + 4 };
  const between = { ...a.box, left: a.box.right, right: b.box.left };
  return printed.every(
    ({ text, box }) =>
      !(overlaps(box, above) && box.left >= a.box.right) &&
      (!overlaps(box, between) || box.bottom < a.box.top + 4 || /^[-–—/.)]$/.test(text.trim())),
  );
}

/** Returns the words of each line of an entry, from top to bottom. */
function linesOf(parts: readonly ParsedField[]): ParsedWord[][] {
  const lines: ParsedWord[][] = [];
  for (const word of parts.flatMap(({ words }) => words)) {
    const last = lines.at(-1)?.[0];
    if (last !== undefined && Math.abs(last.box.top - word.box.top) < 0.5 * word.fontSize)
      lines.at(-1)?.push(word);
    else lines.push([word]);
  }
  return lines;
}
