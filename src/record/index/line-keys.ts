import { GoldsetError } from '../../base/goldset-error.ts';
import type { IdTable } from '../../base/lines/id-table.ts';
import { KeyScanner } from '../../base/lines/key-scanner.ts';
import type { ScannedLine } from '../../base/lines/scan-lines.ts';
import type { ItemRun, RecordedItem, RunPlan } from '../../model/record/run-record.ts';
import { itemLine, type LineShape, parseLine, rowLine } from '../lines/line-shapes.ts';

/**
 * States of a planned item run. The index stores a state as its position in this list. `notRun` means that the item run
 * has no result row.
 */
export const rowStates = ['notRun', 'processed', 'failed', 'cancelled'] as const;
export type RowState = (typeof rowStates)[number];

export interface ItemKeys {
  /** Position of the item in the whole run, which can have several shards. */
  place: number;
  id: string;
  documentHash: string;
  expectationHash: string;
}

/**
 * Keys of one result row. `place` is the position of the item in the whole run. `place` is -1 if the item is unknown,
 * and `version` is -1 if the version is unknown.
 */
export interface RowKeys {
  place: number;
  version: number;
  repeat: number;
  /** Index into `rowStates`. */
  state: number;
}

/**
 * Reads `ItemKeys` and `RowKeys` from lines. Parses a line as JSON only if its layout differs from the layout that
 * goldset writes.
 */
export interface LineKeys extends Disposable {
  /**
   * True for format 1, which allows several rows for one item run and rows of unplanned item runs. If false, such a row
   * is invalid.
   */
  readonly isLenient: boolean;
  item(line: ScannedLine, position: number, into: ItemKeys): void;
  row(line: ScannedLine, ids: IdTable, into: RowKeys): void;
}

export const stateWords = rowStates.map((state) => Buffer.from(`${state}"`));

const beforePosition = Buffer.from('{"position":');
const beforeId = Buffer.from(',"id":');
const beforeDocumentHash = Buffer.from(',"documentHash":');
const beforeExpectationHash = Buffer.from(',"expectationHash":');
const beforeVersion = Buffer.from(',"version":');
const beforeRepeat = Buffer.from(',"repeat":');
const beforeItemId = Buffer.from(',"itemId":');
const beforeState = Buffer.from(',"state":"');

/**
 * Returns the key reader of format 2. In this format, item lines and rows start with the position of the
 * item.
 */
export function lineKeys(
  plan: Pick<RunPlan, 'versions' | 'shard'>,
  files: { readonly items: string; readonly rows: string },
): LineKeys {
  const scanner = new KeyScanner();
  const rowShape = rowLine(plan.versions.map(({ requested }) => requested));
  let last = -1;
  return {
    isLenient: false,
    item: (line, position, into) => {
      scanner.reset(line);
      if (!scanItem(scanner, into)) {
        const parsed = parseLine(itemLine, line, files.items);
        into.place = parsed.position;
        into.id = parsed.id;
        into.documentHash = parsed.documentHash;
        into.expectationHash = parsed.expectationHash;
      }
      if (position === 0) last = -1;
      checkPlace(plan, into.place, last, files.items, line.line);
      last = into.place;
    },
    row: (line, _, into) => {
      scanner.reset(line);
      if (scanRow(scanner, into)) return;
      parseLine(rowShape, line, files.rows);
      // Read the number of the version from the JSON, because `parseLine` returns the name of the version instead.
      const { position, version, repeat, state } = JSON.parse(
        line.bytes.toString('utf8', line.start, line.end),
      );
      into.place = position;
      into.version = version;
      into.repeat = repeat;
      into.state = rowStates.indexOf(state);
    },
    [Symbol.dispose]: () => {},
  };
}

/**
 * Checks `place`, the position of an item or row in the whole run. `last` is the position in the previous line. Throws
 * RECORD_INVALID unless `place` is `last + 1`. In a shard, `place` must only be above `last` and below the number of
 * items of the whole run.
 */
export function checkPlace(
  { shard }: Pick<RunPlan, 'shard'>,
  place: number,
  last: number,
  file: string,
  line: number,
): void {
  if (shard === undefined ? place === last + 1 : place > last && place < shard.count) return;
  const expected = shard === undefined ? `${last + 1}` : `more than ${last} and less than ${shard.count}`;
  throw new GoldsetError('RECORD_INVALID', { file, line, path: 'position', found: `${place}`, expected });
}

function scanItem(scanner: KeyScanner, into: ItemKeys): boolean {
  if (!scanner.takeText(beforePosition)) return false;
  into.place = scanner.takeNumber();
  if (into.place < 0 || !scanner.takeText(beforeId)) return false;
  const id = scanner.takeString();
  if (id === null || !scanner.takeText(beforeDocumentHash)) return false;
  const documentHash = scanner.takeString();
  if (documentHash === null || !scanner.takeText(beforeExpectationHash)) return false;
  const expectationHash = scanner.takeString();
  if (expectationHash === null) return false;
  into.id = id;
  into.documentHash = documentHash;
  into.expectationHash = expectationHash;
  return true;
}

function scanRow(scanner: KeyScanner, into: RowKeys): boolean {
  if (!scanner.takeText(beforePosition)) return false;
  into.place = scanner.takeNumber();
  if (into.place < 0 || !scanner.takeText(beforeVersion)) return false;
  into.version = scanner.takeNumber();
  if (into.version < 0 || !scanner.takeText(beforeRepeat)) return false;
  into.repeat = scanner.takeNumber();
  if (into.repeat < 0 || !scanner.takeText(beforeItemId) || !scanner.skipString()) return false;
  if (!scanner.takeText(beforeState)) return false;
  into.state = stateWords.findIndex((state) => scanner.takeText(state));
  return into.state > 0;
}

/** Parses item lines. In format 1, a line omits members that are in the plan. The parser adds them. */
export interface ItemParser extends Disposable {
  /** Throws RECORD_INVALID if the line does not contain the item at `position`. */
  parse(text: string, position: number, line: number): RecordedItem;
}

/** The plan of a record, and the readers for lines of its format. */
export interface RecordFormat {
  readonly format: 1 | 2;
  readonly plan: RunPlan;
  readonly rowShape: LineShape<ItemRun>;
  openKeys(): LineKeys;
  openItems(): ItemParser;
}
