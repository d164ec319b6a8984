import { getOrCreate } from '../../base/collections.ts';
import type { CauseFigures, CauseGroup, CauseSection } from '../../model/score/cause-section.ts';
import { fisherExact } from '../../stats/tests/fisher-exact.ts';
import type { CauseColumns, RecordCauses } from '../causes/cause-columns.ts';
import { causes } from '../causes/causes.ts';
import { maxSliceValues } from '../fold/columns/tag-columns.ts';
import type { FoldedRun } from '../fold/folded-run.ts';

/**
 * Significance level of the test that finds a group for a cause. A group is a tag value whose documents have the cause
 * significantly more often than other documents. The p-values are corrected for the number of tag values.
 */
const groupLevel = 0.05;
/** Index of the cause `unknown`, which is listed last. */
const unknown = causes.length - 1;

/**
 * Returns the wrong values of the first repeat by cause. Returns `null` if no value is wrong, or if the processor does
 * not extract fields.
 */
export function causesSection(
  { count, tags }: FoldedRun,
  { versions: columns, files }: RecordCauses,
): CauseSection | null {
  if (columns.length === 0) return null;
  const counted = columns.map((one) => countDocuments(one, count));
  const groups = groupsOf(tags);
  const grouped = columns.map((one) => groups.map((group) => countGroup(one, count, group.valueAt)));
  const rows = causes.map(({ name, label, doc }, cause) => ({
    cause,
    name,
    label,
    doc,
    versions: columns.map((one, version): CauseFigures => {
      const { scored, documents, alone } = counted[version] as DocumentCounts;
      const [all, only] = [documents[cause] as number, alone[cause] as number];
      const fields = [...(one.counts[cause]?.fields ?? [])]
        .map(([field, values]) => ({ field, values }))
        .sort((a, b) => b.values - a.values);
      return {
        values: fields.reduce((sum, { values }) => sum + values, 0),
        documents: all,
        gain: { documents: only, share: scored === 0 ? null : only / scored },
        fields,
        group: findGroup(cause, { scored, marked: all }, groups, grouped[version] ?? []),
      };
    }),
    examples: columns.at(-1)?.counts[cause]?.examples ?? [],
  }));
  const found = rows.filter((row) => row.versions.some(({ values }) => values > 0));
  if (found.length === 0) return null;
  const sorted = found.sort((a, b) => {
    if ((a.cause === unknown) !== (b.cause === unknown)) return a.cause === unknown ? 1 : -1;
    const [x, y] = [a.versions.at(-1) as CauseFigures, b.versions.at(-1) as CauseFigures];
    return y.gain.documents - x.gain.documents || y.documents - x.documents || y.values - x.values;
  });
  return {
    documents: counted.map(({ scored }) => scored),
    wrongValues: columns.map((_, version) =>
      rows.reduce((sum, row) => sum + (row.versions[version]?.values ?? 0), 0),
    ),
    files,
    causes: sorted.map(({ cause: _, ...row }) => row),
  };
}

interface DocumentCounts {
  /** Number of documents with a score. */
  readonly scored: number;
  /** For each cause, the number of documents that have it. */
  readonly documents: readonly number[];
  /** For each cause, the number of documents in which all errors have this cause. */
  readonly alone: readonly number[];
}

function countDocuments(columns: CauseColumns, count: number): DocumentCounts {
  const documents = causes.map(() => 0);
  const alone = causes.map(() => 0);
  let scored = 0;
  for (let position = 0; position < count; position++) {
    if (!columns.isScored(position)) continue;
    scored++;
    const bits = columns.bitsAt(position);
    addBits(documents, bits);
    if (isSingleBit(bits)) addBits(alone, bits);
  }
  return { scored, documents, alone };
}

interface Group {
  readonly tag: string;
  readonly values: readonly string[];
  readonly valueAt: (position: number) => string | null;
}

/** Returns the tags with 2 to 30 values. */
function groupsOf(tags: FoldedRun['tags']): Group[] {
  return tags.names().flatMap((tag) => {
    const values = tags.values(tag);
    return values.length < 2 || values.length > maxSliceValues ? [] : { tag, values, valueAt: tags.of(tag) };
  });
}

/** Counts for one tag value: documents with a score, and documents with each cause. */
interface GroupCounts {
  scored: number;
  readonly documents: number[];
}

function countGroup(
  columns: CauseColumns,
  count: number,
  valueAt: Group['valueAt'],
): ReadonlyMap<string, GroupCounts> {
  const counts = new Map<string, GroupCounts>();
  for (let position = 0; position < count; position++) {
    const value = columns.isScored(position) ? valueAt(position) : null;
    if (value === null) continue;
    const group = getOrCreate(counts, value, () => ({ scored: 0, documents: causes.map(() => 0) }));
    group.scored++;
    addBits(group.documents, columns.bitsAt(position));
  }
  return counts;
}

/**
 * Returns the tag value whose documents have the cause significantly more often than all other documents; `null` if
 * there is no such tag value. If there are several, returns the one with the smallest p-value (Fisher's exact test,
 * corrected for the number of tag values).
 */
function findGroup(
  cause: number,
  { scored, marked }: { readonly scored: number; readonly marked: number },
  groups: readonly Group[],
  counts: readonly ReadonlyMap<string, GroupCounts>[],
): CauseGroup | null {
  const tested = groups.reduce((sum, { values }) => sum + values.length, 0);
  let best: { readonly p: number; readonly group: CauseGroup } | null = null;
  for (const [number, { tag, values }] of groups.entries()) {
    for (const value of values) {
      const group = counts[number]?.get(value);
      const documents = group?.documents[cause] ?? 0;
      if (group === undefined || documents === 0) continue;
      const p = fisherExact({ inGroup: documents, group: group.scored, marked, all: scored });
      if (p * tested > groupLevel || (best !== null && p >= best.p)) continue;
      const other = { otherDocuments: marked - documents, ofOther: scored - group.scored };
      best = { p, group: { tag, value, documents, of: group.scored, ...other } };
    }
  }
  return best?.group ?? null;
}

function addBits(counts: number[], bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const cause = 31 - Math.clz32(rest & -rest);
    counts[cause] = (counts[cause] ?? 0) + 1;
  }
}

function isSingleBit(bits: number): boolean {
  return bits !== 0 && (bits & (bits - 1)) === 0;
}
