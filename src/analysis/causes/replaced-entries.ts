import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';
import { editDistance } from '../../scorers/compare/text/edit-distance.ts';
import type { Column } from './changed-rows.ts';
import { ValueForms } from './value-forms.ts';

/**
 * A list entry that is written differently in the output. It counts as two errors: a missing entry and an extra entry.
 */
export interface ReplacedEntry {
  readonly missing: LeafOutcome;
  readonly extra: LeafOutcome;
}

/** Lists with more entries than this are not compared. */
const maxEntries = 200;
/** Two entries count as similar if their similarity (0 to 1) is at least this number. */
const minSimilarity = 0.5;
/** Texts with more characters than this are compared only by their words. */
const maxCharacters = 200;

/**
 * Returns the replaced entries of a list with one value per row. The keys are the leaves of the missing entries and of
 * the extra entries. A missing entry and an extra entry belong together if they are similar, or at the same place
 * (`entriesAtSamePlace`). Returns an empty map for other tables, because the alignment pairs their rows by several
 * values.
 */
export function replacedEntries(
  columns: ReadonlyMap<string, Column>,
  pairing: RowPairing | undefined,
): ReadonlyMap<LeafOutcome, ReplacedEntry> {
  const found = new Map<LeafOutcome, ReplacedEntry>();
  const [column = []] = columns.values();
  if (columns.size !== 1 || column.length > maxEntries) return found;
  const missing = new Map(
    column.flatMap(({ row, leaf }) => (leaf.outcome === 'missing' ? [[row, leaf]] : [])),
  );
  const extra = new Map(column.flatMap(({ row, leaf }) => (leaf.spuriousRow ? [[row, leaf]] : [])));
  const pair = (row: number, other: number) => {
    const [one, two] = [missing.get(row), extra.get(other)];
    if (one === undefined || two === undefined) return;
    const entry = { missing: one, extra: two };
    found.set(one, entry).set(two, entry);
    missing.delete(row);
    extra.delete(other);
  };
  for (const [row, other] of similarEntries(missing, extra)) pair(row, other);
  for (const [row, other] of entriesAtSamePlace(missing, extra, pairing)) pair(row, other);
  return found;
}

type Entries = ReadonlyMap<number, LeafOutcome>;

/** Returns the pairs of similar entries, the most similar pair first. */
function similarEntries(missing: Entries, extra: Entries): (readonly [row: number, other: number])[] {
  const others = [...extra].map(([row, { predicted }]) => [row, new ValueForms(predicted ?? null)] as const);
  return [...missing]
    .flatMap(([row, { expected }]) => {
      const forms = new ValueForms(expected ?? null);
      return others.map(([other, predicted]) => [row, other, similarity(forms, predicted)] as const);
    })
    .filter(([, , share]) => share >= minSimilarity)
    .sort(([, , a], [, , b]) => b - a)
    .map(([row, other]) => [row, other] as const);
}

/** Returns the larger of two similarities: by characters, and by common words. */
function similarity(a: ValueForms, b: ValueForms): number {
  const [long, other] = [Math.max(a.bare.length, b.bare.length), new Set(b.words)];
  if (long === 0) return 0;
  const common = a.words.filter((word) => other.has(word)).length;
  const byWords = common / Math.max(a.words.length, b.words.length);
  return long > maxCharacters ? byWords : Math.max(byWords, 1 - editDistance(a.bare, b.bare) / long);
}

/**
 * Returns pairs of a missing and an extra entry at the same place in their lists. The entries that the row alignment has
 * paired divide both lists into gaps. If a gap has as many missing as extra entries, the first missing entry is paired
 * with the first extra entry, and so on.
 */
function entriesAtSamePlace(
  missing: Entries,
  extra: Entries,
  pairing: RowPairing | undefined,
): (readonly [row: number, other: number])[] {
  const pairs = pairing?.pairs ?? [];
  const both = pairs.flatMap(([row, other]) =>
    row === null || other === null ? [] : [[row, other] as const],
  );
  const gaps = new Map<string, { rows: number[]; others: number[] }>();
  const gapOf = (place: number, side: 0 | 1) => {
    const before = both.filter((one) => one[side] < place).map((one) => one[0]);
    const key = String(Math.max(-1, ...before));
    const gap = gaps.get(key) ?? { rows: [], others: [] };
    gaps.set(key, gap);
    return gap;
  };
  for (const row of missing.keys()) gapOf(row, 0).rows.push(row);
  for (const other of extra.keys()) gapOf(other, 1).others.push(other);
  return [...gaps.values()].flatMap(({ rows, others }) =>
    rows.length !== others.length
      ? []
      : rows
          .sort((a, b) => a - b)
          .map((row, at) => [row, others.sort((a, b) => a - b)[at] as number] as const),
  );
}
