import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';

/** One line of the document view: a leaf and its result in each version. */
export interface LeafLine {
  /** Name of the line that is unique in the document. */
  readonly key: string;
  readonly path: string;
  readonly field: string;
  readonly leaves: readonly (LeafOutcome | undefined)[];
  /** Whether the line is a cell of a row that only the prediction has. */
  readonly isExtraRow?: boolean;
}

/** An array as a table: one column per field, and one row per expected or spurious row. */
export interface ArrayTable {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly ArrayLine[];
}

export interface ArrayLine {
  /** Name of the row that is unique in the document. `cellKey` returns the keys of its cells. */
  readonly key: string;
  /** Number of the expected row; `null` for a spurious row. */
  readonly expectedRow: number | null;
  /** Whether each version has the row. A spurious row is in only one version. */
  readonly found: readonly boolean[];
  /** Leaf per version and column: `cells[version][column]`. */
  readonly cells: readonly (readonly (LeafOutcome | undefined)[])[];
}

interface ScoredVersion {
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
}

/** Divides the leaves of a document into single lines and one table per outermost array. */
export function arrangeLeaves(versions: readonly ScoredVersion[]): {
  /** Values outside of tables. */
  lines: LeafLine[];
  tables: ArrayTable[];
  /** All values, also those in tables. */
  values: LeafLine[];
} {
  const lines = new Map<string, LeafLine & { readonly leaves: (LeafOutcome | undefined)[] }>();
  const arrays = new Set<string>();
  const pairings = versions.map((version) => new Map(version.rows.map((row) => [row.path, row])));
  for (const [number, version] of versions.entries()) {
    for (const leaf of version.leaves) {
      const array = arrayOf(leaf.path);
      if (array !== null && pairings.some((paths) => paths.has(array))) {
        arrays.add(array);
        continue;
      }
      // A packet can have two segments with the same pages. The second one needs a different key.
      let key = leaf.path;
      while (lines.get(key)?.leaves[number] !== undefined) key += ' again';
      let line = lines.get(key);
      if (!line) {
        line = { key, path: leaf.path, field: leaf.field, leaves: versions.map(() => undefined) };
        lines.set(key, line);
      }
      line.leaves[number] = leaf;
    }
  }
  const single = [...lines.values()];
  const tables = [...arrays].map((path) => arrayTable(path, versions, pairings));
  return { lines: single, tables, values: [...single, ...tables.flatMap(tableLines)] };
}

/** Returns `line_items` for `line_items[2].amount`, or `null` outside arrays. */
function arrayOf(path: string): string | null {
  const bracket = path.indexOf('[');
  return bracket < 0 ? null : path.slice(0, bracket);
}

function rowOf(path: string, array: string): number {
  return Number.parseInt(path.slice(array.length + 1), 10);
}

function arrayTable(
  path: string,
  versions: readonly ScoredVersion[],
  pairings: readonly ReadonlyMap<string, RowPairing>[],
): ArrayTable {
  const found = versions.map(({ leaves }, version) => {
    const pairs = pairings[version]?.get(path)?.pairs ?? [];
    const spuriousRows = new Set(pairs.flatMap(([row, got]) => (row === null && got !== null ? [got] : [])));
    const ofArray = leaves.filter((leaf) => arrayOf(leaf.path) === path);
    const isOfSpuriousRow = (leaf: LeafOutcome) =>
      spuriousRows.has(rowOf(leaf.path, path)) && isSpurious(leaf);
    return {
      pairedRows: new Set(pairs.flatMap(([row, got]) => (row !== null && got !== null ? [row] : []))),
      leaves: ofArray,
      expected: byRow(
        ofArray.filter((leaf) => !isOfSpuriousRow(leaf)),
        path,
      ),
      spurious: byRow(ofArray.filter(isOfSpuriousRow), path),
    };
  });
  const columns = [
    ...new Set(found.flatMap(({ leaves }) => leaves.map((leaf) => columnOf(leaf.path, path)))),
  ];
  const inOrder = (leaves: readonly LeafOutcome[] = []) =>
    columns.map((name) => leaves.find((leaf) => columnOf(leaf.path, path) === name));
  const expectedRows = [...new Set(found.flatMap(({ expected }) => [...expected.keys()]))].sort(
    (a, b) => a - b,
  );
  const rows: ArrayLine[] = expectedRows.map((row) => ({
    key: `${path}[${row}]`,
    expectedRow: row,
    found: found.map(({ pairedRows }) => pairedRows.has(row)),
    cells: found.map(({ expected }) => inOrder(expected.get(row))),
  }));
  for (const [version, { spurious }] of found.entries()) {
    for (const leaves of spurious.values()) {
      rows.push({
        key: `${path}[+${rows.length}]`,
        expectedRow: null,
        found: found.map((_, number) => number === version),
        cells: found.map((_, number) => inOrder(number === version ? leaves : [])),
      });
    }
  }
  return { path, columns, rows };
}

function byRow(leaves: readonly LeafOutcome[], array: string): ReadonlyMap<number, readonly LeafOutcome[]> {
  return Map.groupBy(leaves, (leaf) => rowOf(leaf.path, array));
}

/**
 * Returns whether a leaf belongs to a spurious row. Such a leaf has neither an expected value nor a
 * `predictedPath`. The row number alone cannot decide, because an expected row can have the same number.
 */
function isSpurious(leaf: LeafOutcome): boolean {
  return leaf.expected === undefined && leaf.predicted !== undefined && leaf.predictedPath === undefined;
}

/** Returns `amount` for `line_items[2].amount`. Keeps the row numbers of inner arrays, whose cells become columns. */
function columnOf(path: string, array: string): string {
  return path.slice(path.indexOf(']', array.length) + 1).replace(/^\./, '') || 'value';
}

/** Returns the key of the line of a cell. */
export function cellKey(row: ArrayLine, column: number): string {
  return `${row.key} ${column}`;
}

/** Returns the path of a leaf in the output of its version. */
export function predictedPathOf(leaf: LeafOutcome): string {
  return leaf.predictedPath ?? leaf.path;
}

export function isRight(leaves: readonly (LeafOutcome | undefined)[]): boolean {
  return leaves.every((leaf) => leaf?.outcome === 'correct' || leaf?.outcome === 'absent');
}

/** Groups of the values of a document, in the order of the page. With one version: wrong, right and empty. */
export const valueGroups = ['newErrors', 'stillWrong', 'fixed', 'right', 'empty', 'notScored'] as const;
export type ValueGroup = (typeof valueGroups)[number];

/** Returns values by what happened to them from the first to the last version. */
export function groupValues(lines: readonly LeafLine[]): ReadonlyMap<ValueGroup, readonly LeafLine[]> {
  return Map.groupBy(lines, ({ leaves }) => groupOf(leaves));
}

/** Returns the cells of a table as lines. A column that no version has in a row gives no line. */
function tableLines({ rows, columns }: ArrayTable): LeafLine[] {
  return rows.flatMap((row) =>
    columns.flatMap((_, column) => {
      const leaves = row.cells.map((cells) => cells[column]);
      const leaf = leaves.findLast((entry) => entry !== undefined);
      if (leaf === undefined) return [];
      const { path, field } = leaf;
      return [{ key: cellKey(row, column), path, field, leaves, isExtraRow: row.expectedRow === null }];
    }),
  );
}

/** A version without the leaf has no value. If no value is expected, this is right. */
function groupOf(leaves: readonly (LeafOutcome | undefined)[]): ValueGroup {
  const outcomes = leaves.map((leaf) => leaf?.outcome ?? 'absent');
  if (outcomes.some((outcome) => outcome === 'excluded' || outcome === 'unscored')) return 'notScored';
  const right = outcomes.map((outcome) => outcome === 'correct' || outcome === 'absent');
  if (right.at(-1) === true) {
    if (right[0] === false) return 'fixed';
    return outcomes.every((outcome) => outcome === 'absent') ? 'empty' : 'right';
  }
  return outcomes.length > 1 && right[0] === true ? 'newErrors' : 'stillWrong';
}
