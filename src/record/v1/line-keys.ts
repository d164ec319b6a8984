import { GoldsetError } from '../../base/goldset-error.ts';
import { shown } from '../../model/mismatch.ts';
import type { RunPlan } from '../../model/run-record.ts';
import { type LineKeys, type RowKeys, textOf } from '../index/record-index.ts';
import { rowStates } from '../index/scan-keys.ts';
import { itemLine, rowLine } from '../read/line-shapes.ts';
import { parseLine } from '../read/parse-line.ts';

const beforeId = Buffer.from('{"id":');
const beforeItemId = Buffer.from('{"itemId":');
const beforeVersion = Buffer.from(',"version":');
const beforeRepeat = Buffer.from(',"repeat":');
const beforeState = Buffer.from(',"state":"');
const states = rowStates.map((state) => Buffer.from(`${state}"`));

/** Format 1: the plan holds the items, and a row names its item and its version by their words. */
export function lineKeys(
  { items, versions }: Pick<RunPlan, 'items' | 'versions'>,
  files: { readonly items: string; readonly rows: string },
): LineKeys {
  const names = versions.map(({ requested }) => Buffer.from(requested));
  const versionOf = (name: Uint8Array | string): number => {
    const bytes = typeof name === 'string' ? Buffer.from(name) : name;
    return names.findIndex((one) => one.equals(bytes));
  };
  const otherItem = (line: number, found: string, expected: string) =>
    new GoldsetError('RECORD_INVALID', { file: files.items, line, path: 'id', found, expected });
  return {
    lenient: true,
    itemId: (scanner) => (scanner.takeText(beforeId) ? scanner.takeString() : null),
    parsedItemId: (line) => parseLine(itemLine, line, files.items).id,
    checkItem: (id, position, line) => {
      const planned = items[position]?.id;
      const found = textOf(id);
      if (found === planned) return;
      const expected = planned === undefined ? 'no further item' : `${shown(planned)}, as planned`;
      throw otherItem(line, shown(found), expected);
    },
    checkItemCount: (count) => {
      const missing = items[count];
      if (missing !== undefined)
        throw otherItem(count + 1, 'no whole line', `${shown(missing.id)}, as planned`);
    },
    row: (scanner, ids, into) => {
      const id = scanner.takeText(beforeItemId) ? scanner.takeString() : null;
      if (id === null || !scanner.takeText(beforeVersion)) return false;
      const version = scanner.takeString();
      if (version === null || !scanner.takeText(beforeRepeat)) return false;
      into.repeat = scanner.takeNumber();
      if (into.repeat < 0 || !scanner.takeText(beforeState)) return false;
      into.state = states.findIndex((state) => scanner.takeText(state));
      into.position = ids.find(id);
      into.version = versionOf(version);
      return into.state > 0;
    },
    parsedRow: (line, ids, into: RowKeys) => {
      const row = parseLine(rowLine, line, files.rows);
      into.position = ids.find(row.itemId);
      into.version = versionOf(row.version);
      into.repeat = row.repeat;
      into.state = rowStates.indexOf(row.state);
    },
  };
}
