import { createHash } from 'node:crypto';
import { GoldsetError } from '../../base/goldset-error.ts';
import { IdTable } from './id-table.ts';
import { KeyScanner, type RowState, rowStates } from './scan-keys.ts';
import { type ScannedLine, scanLines } from './scan-lines.ts';
import { Spans } from './spans.ts';

/** Size, lines that are not blank, and SHA-256 of a file as it was read. */
export interface FileFacts {
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

/** Where the lines of a record are, and what their keys say; about 40 bytes an item and 13 a planned run. */
export interface RecordIndex {
  readonly itemCount: number;
  readonly versionCount: number;
  readonly repeats: number;
  /** The line of each item, by position (from 0). */
  readonly items: Spans;
  /** The row of each planned run, by `slot`; length 0 where there is none. */
  readonly rows: Spans;
  /** The state of each planned run, by `slot`: an index into `rowStates`. */
  readonly states: Uint8Array;
  readonly ids: IdTable;
  readonly byState: Readonly<Record<RowState, number>>;
  /** Rows of a run that has another row: only in format 1, where the later one counts. */
  readonly duplicateRows: number;
  /** Rows of no planned run: only in format 1, where they are left out. */
  readonly strayRows: number;
  readonly files: { readonly items: FileFacts; readonly rows: FileFacts };
  /** Number of a planned run: item (from 0), version (from 0) and repeat (from 1), in this order. */
  slot(position: number, version: number, repeat: number): number;
}

/** What one row is about. Position and version are -1 where the record has no such item or version. */
export interface RowKeys {
  position: number;
  version: number;
  repeat: number;
  /** An index into `rowStates`. */
  state: number;
}

/** How the lines of one format name their item and run. The scanning forms return null or false for lines of another layout. */
export interface LineKeys {
  /** Later rows of the same run and rows of no planned run: allowed in format 1 only. */
  readonly lenient: boolean;
  itemId(scanner: KeyScanner): Uint8Array | string | null;
  parsedItemId(line: ScannedLine): string;
  /** Refuses an item that the plan does not have at this position. */
  checkItem(id: Uint8Array | string, position: number, line: number): void;
  /** After the last item. */
  checkItemCount(count: number): void;
  row(scanner: KeyScanner, ids: IdTable, into: RowKeys): boolean;
  parsedRow(line: ScannedLine, ids: IdTable, into: RowKeys): void;
}

export interface IndexSource {
  readonly files: { readonly items: string; readonly rows: string };
  readonly versionCount: number;
  readonly repeats: number;
  readonly keys: LineKeys;
  readonly onTorn: (file: string, line: number) => void;
}

/** Scans items and rows once, without parsing the lines that our writer wrote. RECORD_INVALID for what cannot be placed. */
export async function buildIndex(source: IndexSource): Promise<RecordIndex> {
  const ids = new IdTable();
  const items = new Spans();
  const itemFacts = await indexItems(source, ids, items);
  source.keys.checkItemCount(items.count);
  return indexRows(source, ids, items, itemFacts);
}

async function indexItems({ files, keys, onTorn }: IndexSource, ids: IdTable, items: Spans) {
  const scanner = new KeyScanner();
  let lines = 0;
  const visit = (line: ScannedLine): void => {
    if (isTorn(line)) return onTorn(files.items, line.line);
    lines++;
    scanner.reset(line);
    const id = keys.itemId(scanner) ?? keys.parsedItemId(line);
    keys.checkItem(id, items.count, line.line);
    if (ids.add(id, items.count) >= 0) throw twice(files.items, line.line, textOf(id), 'one line an item');
    items.push(line.offset, line.end - line.start);
  };
  return facts(files.items, visit, () => lines);
}

async function indexRows(
  { files, keys, onTorn, versionCount, repeats }: IndexSource,
  ids: IdTable,
  items: Spans,
  itemFacts: FileFacts,
): Promise<RecordIndex> {
  const itemCount = items.count;
  const planned = itemCount * versionCount * repeats;
  const rows = new Spans(planned);
  const states = new Uint8Array(planned);
  const slot = (position: number, version: number, repeat: number): number =>
    (position * versionCount + version) * repeats + repeat - 1;
  const scanner = new KeyScanner();
  const found: RowKeys = { position: -1, version: -1, repeat: 0, state: 0 };
  let [lines, duplicateRows, strayRows] = [0, 0, 0];
  const visit = (line: ScannedLine): void => {
    if (isTorn(line)) return onTorn(files.rows, line.line);
    lines++;
    scanner.reset(line);
    if (!keys.row(scanner, ids, found)) keys.parsedRow(line, ids, found);
    const { position, version, repeat, state } = found;
    const isPlanned =
      position >= 0 &&
      position < itemCount &&
      version >= 0 &&
      version < versionCount &&
      repeat >= 1 &&
      repeat <= repeats;
    if (!isPlanned) {
      if (!keys.lenient) throw stray(files.rows, line.line, found);
      strayRows++;
      return;
    }
    const at = slot(position, version, repeat);
    if (rows.length(at) > 0) {
      if (!keys.lenient) throw twice(files.rows, line.line, shownKeys(found), 'one row a run');
      duplicateRows++;
    }
    rows.set(at, line.offset, line.end - line.start);
    states[at] = state;
  };
  const rowFacts = await facts(files.rows, visit, () => lines);
  const byState = { notRun: 0, processed: 0, failed: 0, cancelled: 0 };
  for (const state of states) byState[rowStates[state] as RowState]++;
  return {
    itemCount,
    versionCount,
    repeats,
    items,
    rows,
    states,
    ids,
    byState,
    duplicateRows,
    strayRows,
    files: { items: itemFacts, rows: rowFacts },
    slot,
  };
}

async function facts(
  file: string,
  visit: (line: ScannedLine) => void,
  lines: () => number,
): Promise<FileFacts> {
  const sha256 = createHash('sha256');
  const { bytes } = await scanLines(file, visit, sha256);
  return { bytes, lines: lines(), sha256: sha256.digest('hex') };
}

/** A last line without a line end that is no JSON was cut off by a crash. */
function isTorn({ complete, bytes, start, end }: ScannedLine): boolean {
  if (complete) return false;
  try {
    JSON.parse(bytes.toString('utf8', start, end));
    return false;
  } catch {
    return true;
  }
}

function twice(file: string, line: number, found: string, expected: string): GoldsetError {
  return new GoldsetError('RECORD_INVALID', {
    file,
    line,
    path: 'the line',
    found: `a second one of ${found}`,
    expected,
  });
}

function stray(file: string, line: number, keys: RowKeys): GoldsetError {
  return new GoldsetError('RECORD_INVALID', {
    file,
    line,
    path: 'the line',
    found: shownKeys(keys),
    expected: 'a run of the plan',
  });
}

function shownKeys({ position, version, repeat }: RowKeys): string {
  return `item ${position}, version ${version}, repeat ${repeat}`;
}

export function textOf(id: Uint8Array | string): string {
  return typeof id === 'string' ? id : Buffer.from(id).toString('utf8');
}
