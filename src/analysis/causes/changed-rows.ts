import type { LeafOutcome } from '../../model/score/item-score.ts';
import { ValueForms } from './value-forms.ts';

/** The cells of one table column, in the order of the leaves. */
export type Column = readonly { readonly row: number; readonly leaf: LeafOutcome }[];

export interface ChangedRows {
  /** Row numbers of the expected rows that are merged or split. */
  readonly expected: ReadonlySet<number>;
  /**
   * Row numbers of the extra rows of the output that are merged or split. An extra row is paired with no expected row.
   */
  readonly extra: ReadonlySet<number>;
}

/** At most this many cells of a column are compared with each other. */
const maxTexts = 200;

interface RowText {
  readonly row: number;
  readonly text: string;
}

/**
 * Returns the merged and split rows of a table. Compares the letters and digits of the texts in each column. Ignores
 * texts with fewer than three letters and digits.
 * - Expected rows are merged if one predicted text contains the expected texts of several rows, or the expected text of
 *   a missing row.
 * - An expected row is split if its text contains the texts of several predicted rows. At least one of these predicted
 *   rows must be paired with no expected row.
 * Numbers are not compared, because a processor often adds up the numbers of merged rows.
 */
export function findChangedRows(columns: Iterable<Column>): ChangedRows {
  const found = { expected: new Set<number>(), extra: new Set<number>() };
  for (const column of columns) {
    if (!column.some(({ leaf }) => leaf.outcome === 'incorrect' || leaf.outcome === 'missing')) continue;
    const all = column.slice(0, maxTexts);
    const missing = textsOf(all, 'expected', ({ outcome }) => outcome === 'missing');
    const extra = textsOf(all, 'predicted', ({ spuriousRow }) => spuriousRow === true);
    const expected = textsOf(all, 'expected', ({ spuriousRow }) => spuriousRow !== true);
    for (const { row, leaf } of all) {
      if (leaf.outcome !== 'incorrect') continue;
      const [own, predicted] = [textOf(leaf.expected), textOf(leaf.predicted)];
      const merged = partsOf(predicted, missing).filter(({ text }) => isBeside(text, own, predicted));
      const isMerged =
        own !== null &&
        partsOf(predicted, [{ row, text: own }, ...expected]).length > 1 &&
        predicted?.includes(own);
      if (isMerged || merged.length > 0) add(found.expected, [{ row }, ...merged]);
      const split = partsOf(own, extra).filter(({ text }) => isBeside(text, predicted, own));
      add(found.extra, split);
      for (const part of shortParts(leaf, all)) {
        found.expected.add(row);
        found.extra.add(part);
      }
      if (split.length > 0 && predicted !== null && partsOf(own, [{ row, text: predicted }]).length > 0)
        found.expected.add(row);
    }
    for (const { row, text } of extra) {
      const merged = partsOf(text, missing);
      if (merged.length < 2) continue;
      add(found.expected, merged);
      found.extra.add(row);
    }
    for (const { row, text } of missing) {
      const split = partsOf(text, extra);
      if (split.length < 2) continue;
      add(found.extra, split);
      found.expected.add(row);
    }
  }
  return found;
}

/**
 * Finds the rest of a text that the output cut off: `Lemon Tea (L)` was read as `Lemon Tea` and, in an extra row,
 * `(L)`. Returns the numbers of the extra rows that have this rest. The texts may be short.
 */
function shortParts({ expected, predicted }: LeafOutcome, column: Column): number[] {
  if (typeof expected !== 'string' || typeof predicted !== 'string') return [];
  const [own, other] = [new ValueForms(expected).bare, new ValueForms(predicted).bare];
  if (other === '' || !(own.startsWith(other) || own.endsWith(other))) return [];
  return column.flatMap(({ row, leaf }) => {
    if (leaf.spuriousRow !== true || typeof leaf.predicted !== 'string') return [];
    const part = new ValueForms(leaf.predicted).bare;
    return part !== '' && (other + part === own || part + other === own) ? [row] : [];
  });
}

/**
 * Returns whether `text`, a part of `whole`, can come from another row. `whole` and `other` are the expected and the
 * predicted value of one cell, in either order. If `other` contains `text` too, `whole` must contain `text` outside its
 * part that equals `other`. Without this condition, a company name in all rows would look like a merged row.
 */
function isBeside(text: string, other: string | null, whole: string | null): boolean {
  if (other === null || !other.includes(text)) return true;
  return whole?.replace(other, ' ').includes(text) ?? false;
}

function add(rows: Set<number>, found: readonly { readonly row: number }[]): void {
  for (const { row } of found) rows.add(row);
}

/**
 * Returns the texts that `whole` contains, without duplicates. Omits a text if all texts together would be longer than
 * `whole`.
 */
function partsOf(whole: string | null, texts: readonly RowText[]): readonly RowText[] {
  if (whole === null) return [];
  const parts: RowText[] = [];
  let rest = whole.length;
  for (const part of texts) {
    const { text } = part;
    if (text.length >= whole.length || text.length > rest || !whole.includes(text)) continue;
    if (parts.some((other) => other.text === text)) continue;
    parts.push(part);
    rest -= text.length;
  }
  return parts;
}

function textsOf(
  column: Column,
  side: 'expected' | 'predicted',
  isChosen: (leaf: LeafOutcome) => boolean,
): RowText[] {
  return column.flatMap(({ row, leaf }) => {
    const text = isChosen(leaf) ? textOf(leaf[side]) : null;
    return text === null ? [] : [{ row, text }];
  });
}

/**
 * Returns the letters and digits of a text. Returns `null` if the text has fewer than three of them, or no letter,
 * because such a text cannot be recognised inside another text.
 */
function textOf(value: LeafOutcome['expected']): string | null {
  if (typeof value !== 'string') return null;
  const { bare } = new ValueForms(value);
  return bare.length >= 3 && /\p{L}/u.test(bare) ? bare : null;
}
