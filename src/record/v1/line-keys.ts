import { GoldsetError } from '../../base/goldset-error.ts';
import { KeyScanner } from '../../base/lines/key-scanner.ts';
import type { ScannedLine } from '../../base/lines/scan-lines.ts';
import { shown } from '../../model/processor/mismatch.ts';
import { type LineKeys, type RowKeys, stateWords } from '../index/line-keys.ts';
import { rowStates } from '../index/row-states.ts';
import { givenItemLine, namedRowLine } from '../lines/line-shapes.ts';
import { parseLine } from '../lines/parse-line.ts';
import type { PlanOfFormat1 } from './read-plan.ts';

const beforeId = Buffer.from('{"id":');
const beforeItemId = Buffer.from('{"itemId":');
const beforeVersion = Buffer.from(',"version":');
const beforeRepeat = Buffer.from(',"repeat":');
const beforeState = Buffer.from(',"state":"');

/** Returns the key reader of format 1, in which the plan contains the items, and rows name item and version. */
export function lineKeysOfFormat1(
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
    close: () => planned.close(),
  };
}

export function otherItem(file: string, line: number, found: string, expected: string): GoldsetError {
  return new GoldsetError('RECORD_INVALID', { file, line, path: 'id', found, expected });
}

function idOf(scanner: KeyScanner, line: ScannedLine, file: string): string {
  scanner.reset(line);
  const id = scanner.takeText(beforeId) ? scanner.takeString() : null;
  return id ?? parseLine(givenItemLine, line, file).id;
}

/** Returns the id of the item, or `null` if the line has another layout. */
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
