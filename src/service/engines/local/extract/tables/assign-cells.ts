import { makeSegment, type Row, type Segment } from '../layout/text-layout.ts';
import { codeOf } from '../recognise/amounts.ts';
import type { HeaderColumn, TableHeader } from './find-header.ts';

/** Minimum distance between a margin note and the first header to its right, in points. */
const sidebar = 25;

/** Returns whether a text is a margin note to the left of the table. */
export function isOutsideTable(segment: Segment, header: TableHeader): boolean {
  return segment.box.right < Math.min(...header.columns.map((column) => column.box.left)) - sidebar;
}

/** Returns the cells of a row, by index of the header column. */
export function assignCells(row: Row, header: TableHeader): Map<number, Segment[]> {
  const cells = new Map<number, Segment[]>();
  for (const segment of row.segments) {
    if (isOutsideTable(segment, header)) continue;
    for (const piece of cutAtColumns(segment, header.columns)) {
      const column = columnOf(piece, header.columns);
      if (column < 0) continue;
      const list = cells.get(column);
      if (list === undefined) cells.set(column, [piece]);
      else list.push(piece);
    }
  }
  return cells;
}

/** Splits a text below several headers into one text per header. Returns the whole text if this is not possible. */
function cutAtColumns(segment: Segment, columns: readonly HeaderColumn[]): Segment[] {
  const under = columns.filter((column) => {
    const shared =
      Math.min(column.box.right, segment.box.right) - Math.max(column.box.left, segment.box.left);
    return shared > 0.5 * (column.box.right - column.box.left);
  });
  if (under.length < 2 || segment.words.length < 2) return [segment];
  const numeric = under.filter((column) =>
    column.concepts.some((id) => id !== 'description' && id !== 'unit'),
  );
  if (numeric.length === 0) return [segment];
  const groups: { column: number; words: Segment['words'][number][] }[] = [];
  for (const word of segment.words) {
    const centre = (word.box.left + word.box.right) / 2;
    let best = 0;
    let distance = Infinity;
    for (const [index, column] of under.entries()) {
      const away = Math.max(0, column.box.left - centre, centre - column.box.right);
      if (away < distance) {
        distance = away;
        best = index;
      }
    }
    const group = groups.at(-1);
    if (group !== undefined && group.column === best) group.words.push(word);
    else groups.push({ column: best, words: [word] });
  }
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1];
    if (before === undefined || !isTextual(under[before.column])) continue;
    while (!isTextual(under[group.column]) && group.words.length > 1 && isTextBeforeNumber(group.words[0]))
      before.words.push(...group.words.splice(0, 1));
  }
  const textGroups = groups.filter((group) => !/\d/.test(group.words.map((word) => word.text).join('')));
  if (groups.length !== under.length || textGroups.length > 1) return [segment];
  return groups.map((group) => ({
    ...makeSegment(group.words, segment.page),
    id: segment.id,
    row: segment.row,
  }));
}

function isTextual(column: HeaderColumn | undefined): boolean {
  return column?.concepts.every((id) => id === 'description') ?? false;
}

/** Returns whether the word before a number belongs to the preceding text. A currency belongs to the number instead. */
function isTextBeforeNumber(word: Segment['words'][number] | undefined): boolean {
  return word !== undefined && /^\P{N}*\p{L}\P{N}*$/u.test(word.text) && codeOf(word.text) === undefined;
}

/**
 * A cell with one number: `$ 12.50`, `12 pcs.`, `-7 %`, `12.50 (A)`. Each part of the pattern can
 * match in only one way. Otherwise, a hostile cell could take exponential time.
 */
const numberCell =
  /^[\s\p{Sc}(\-–+]*(?:[A-Z]{2,3}\s?)?[\d.,'’ ]+(?:\s?[%\p{L}\p{Sc}]|(?<=\p{L})\.|\(\p{L}\)|[*-])*\)?\s*$/u;

function columnOf(segment: Segment, columns: readonly HeaderColumn[]): number {
  const isNumber = numberCell.test(segment.text);
  let best = -1;
  let bestScore = -Infinity;
  for (const [index, column] of columns.entries()) {
    const shared =
      Math.min(column.box.right, segment.box.right) - Math.max(column.box.left, segment.box.left);
    const edge = Math.min(
      Math.abs(column.box.left - segment.box.left),
      Math.abs(column.box.right - segment.box.right),
      Math.abs(column.box.left + column.box.right - segment.box.left - segment.box.right) / 2,
    );
    const textual = column.concepts.includes('description') || column.concepts.length === 0;
    let score = shared > 0 ? 40 + Math.min(30, shared) - edge * 0.4 : -edge - Math.max(0, -shared) * 0.5;
    if (isNumber && textual) score -= 45;
    if (
      !isNumber &&
      !textual &&
      !column.concepts.some((id) => id === 'unit' || id === 'item_code' || id === 'tax_rate' || id === 'date')
    )
      score -= 60;
    if (score > bestScore) {
      bestScore = score;
      best = index;
    }
  }
  return bestScore < -140 ? -1 : best;
}
