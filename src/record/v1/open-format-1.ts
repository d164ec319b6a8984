import { open, readFile } from 'node:fs/promises';
import { GoldsetError } from '../../base/goldset-error.ts';
import { KeyScanner } from '../../base/lines/key-scanner.ts';
import type { ScannedLine } from '../../base/lines/scan-lines.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { RecordFiles } from '../files/record-files.ts';
import {
  type ItemParser,
  type LineKeys,
  type RecordFormat,
  type RowKeys,
  rowStates,
  stateWords,
} from '../index/line-keys.ts';
import { givenItemLine, namedRowLine, parseLine, parseText } from '../lines/line-shapes.ts';
import { type PlanOfFormat1, readPlanOfFormat1 } from './read-plan.ts';

/**
 * Returns the plan of a record of format 1, converted to format 2, and the readers for the lines of the record. Returns
 * `null` if the plan has another format.
 */
export async function openFormat1(files: RecordFiles): Promise<RecordFormat | null> {
  if (!(await statesFormat1(files.plan))) return null;
  const stored = await readPlanOfFormat1(files.plan);
  return {
    format: 1,
    plan: stored.plan,
    rowShape: namedRowLine,
    openKeys: () => lineKeysOfFormat1(stored, files),
    openItems: () => itemParser(stored, files.items),
  };
}

/** Returns whether a plan has format 1. Usually reads only the start of the file, because plans can be large. */
async function statesFormat1(file: string): Promise<boolean> {
  await using handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const first = /^\s*\{\s*"schemaVersion":\s*(\d+)\s*,/.exec(buffer.toString('latin1', 0, bytesRead));
    if (first !== null) return first[1] === '1';
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return (
      typeof value === 'object' && value !== null && 'schemaVersion' in value && value.schemaVersion === 1
    );
  } catch {
    return false;
  }
}

function itemParser({ places, openItems }: PlanOfFormat1, file: string): ItemParser {
  const planned = openItems();
  return {
    parse: (text, position, line): RecordedItem => {
      const given = parseText(givenItemLine, text, file, line);
      const { id, documentHash, expectationHash } = planned.at(position);
      if (given.id !== id) throw otherItem(file, line, shown(given.id), `${shown(id)}, as planned`);
      return {
        position: places === null ? position : (places[position] ?? -1),
        id,
        documentHash,
        expectationHash,
        expectedOutput: given.expectedOutput,
        tags: given.tags,
        document: given.document,
      };
    },
    [Symbol.dispose]: () => planned[Symbol.dispose](),
  };
}

const beforeId = Buffer.from('{"id":');
const beforeItemId = Buffer.from('{"itemId":');
const beforeVersion = Buffer.from(',"version":');
const beforeRepeat = Buffer.from(',"repeat":');
const beforeState = Buffer.from(',"state":"');

/** Returns the key reader of format 1. In this format, rows contain the id of the item and the name of the version. */
function lineKeysOfFormat1(
  { plan, places, openItems }: PlanOfFormat1,
  files: { readonly items: string; readonly rows: string },
): LineKeys {
  const scanner = new KeyScanner();
  const versionOf = new Map(plan.versions.map(({ requested }, index) => [requested, index]));
  const planned = openItems();
  return {
    isLenient: true,
    item: (line, position, into) => {
      const found = idOf(scanner, line, files.items);
      if (position >= plan.items.count)
        throw otherItem(files.items, line.line, shown(found), 'no further item');
      const { id, documentHash, expectationHash } = planned.at(position);
      if (found !== id) throw otherItem(files.items, line.line, shown(found), `${shown(id)}, as planned`);
      into.place = places === null ? position : (places[position] ?? -1);
      into.id = id;
      into.documentHash = documentHash;
      into.expectationHash = expectationHash;
    },
    row: (line, ids, into) => {
      scanner.reset(line);
      const scanned = scanRow(scanner, into, versionOf);
      const itemId = scanned ?? parsedRow(line, files.rows, into, versionOf);
      const position = ids.find(itemId);
      into.place = position < 0 || places === null ? position : (places[position] ?? -1);
    },
    [Symbol.dispose]: () => planned[Symbol.dispose](),
  };
}

function otherItem(file: string, line: number, found: string, expected: string): GoldsetError {
  return new GoldsetError('RECORD_INVALID', { file, line, path: 'id', found, expected });
}

function idOf(scanner: KeyScanner, line: ScannedLine, file: string): string {
  scanner.reset(line);
  const id = scanner.takeText(beforeId) ? scanner.takeString() : null;
  return id ?? parseLine(givenItemLine, line, file).id;
}

/**
 * Reads the keys of a row. Returns the item id, or `null` if the row does not have the layout that goldset wrote in
 * format 1.
 */
function scanRow(scanner: KeyScanner, into: RowKeys, versionOf: ReadonlyMap<string, number>): string | null {
  const itemId = scanner.takeText(beforeItemId) ? scanner.takeString() : null;
  if (itemId === null || !scanner.takeText(beforeVersion)) return null;
  const version = scanner.takeString();
  if (version === null || !scanner.takeText(beforeRepeat)) return null;
  into.repeat = scanner.takeNumber();
  if (into.repeat < 0 || !scanner.takeText(beforeState)) return null;
  into.state = stateWords.findIndex((state) => scanner.takeText(state));
  into.version = versionOf.get(version) ?? -1;
  return into.state > 0 ? itemId : null;
}

function parsedRow(
  line: ScannedLine,
  file: string,
  into: RowKeys,
  versionOf: ReadonlyMap<string, number>,
): string {
  const row = parseLine(namedRowLine, line, file);
  into.version = versionOf.get(row.version) ?? -1;
  into.repeat = row.repeat;
  into.state = rowStates.indexOf(row.state);
  return row.itemId;
}
