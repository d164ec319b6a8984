import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';

/** One line on the page of a document: a leaf and its result in each version. */
export interface LeafLine {
  readonly key: string;
  readonly path: string;
  readonly field: string;
  readonly leaves: readonly (LeafOutcome | undefined)[];
  /** Whether the line is a cell of a row that the gold does not have. */
  readonly isExtraRow?: boolean;
}

/** An array as a table, with one column per field. It has one row per expected row and per spurious row. */
export interface ArrayTable {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly ArrayLine[];
}

export interface ArrayLine {
  /** Key of the row, which is unique in the document. `cellKey` returns the keys of its cells. */
  readonly key: string;
  /** Number of the expected row; `null` if the row is spurious. */
  readonly expectedRow: number | null;
  /** Whether each version has the row. A spurious row belongs to only one version. */
  readonly found: readonly boolean[];
  /** The leaf of each version in each column: `cells[version][column]`. */
  readonly cells: readonly (readonly (LeafOutcome | undefined)[])[];
}

interface ScoredVersion {
  readonly leaves: readonly LeafOutcome[];
  readonly rows: readonly RowPairing[];
}

/** Divides the leaves of a document into single lines and one table per outermost array. */
export function arrangeLeaves(versions: readonly ScoredVersion[]): {
  /** Values that are not in tables. */
  lines: LeafLine[];
  tables: ArrayTable[];
  /** All values, including those in tables. */
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
      // A packet can have two segments with the same pages, so the second segment needs another key.
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

/**
 * Returns the array of a path: `line_items` for `line_items[2].amount`. Returns `null` if the path is not in an array.
 */
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
 * Returns whether a leaf belongs to a spurious row. Such a leaf has neither an expected value nor a `predictedPath`.
 * The row number is not sufficient to decide, because an expected row can have the same number.
 */
function isSpurious(leaf: LeafOutcome): boolean {
  return leaf.expected === undefined && leaf.predicted !== undefined && leaf.predictedPath === undefined;
}

/**
 * Returns the column of a path: `amount` for `line_items[2].amount`. Keeps the row numbers of inner arrays, because
 * their cells become separate columns.
 */
function columnOf(path: string, array: string): string {
  return path.slice(path.indexOf(']', array.length) + 1).replace(/^\./, '') || 'value';
}

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

/**
 * Groups into which the values of a document are divided, in their order on the page. With one version, there are no
 * new errors and no fixed values.
 */
export const valueGroups = ['newErrors', 'stillWrong', 'fixed', 'right', 'empty', 'notScored'] as const;
export type ValueGroup = (typeof valueGroups)[number];

/** Groups values by how they changed from the first to the last version. */
export function groupValues(lines: readonly LeafLine[]): ReadonlyMap<ValueGroup, readonly LeafLine[]> {
  return Map.groupBy(lines, ({ leaves }) => groupOf(leaves));
}

/** Returns the cells of a table as lines. Omits a cell if no version has the column in this row. */
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

/** A leaf that a version does not have counts as `absent`, which is a right outcome. */
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
