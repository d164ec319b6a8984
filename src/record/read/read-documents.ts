import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GoldsetError } from '../../base/goldset-error.ts';
import { lineAt } from '../../base/lines/scan-lines.ts';
import { WindowReader } from '../../base/lines/window-reader.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { ItemRun, RecordedItem } from '../../model/record/run-record.ts';
import { expectationHash } from '../files/expectation-hash.ts';
import type { ItemParser } from '../index/line-keys.ts';
import type { RecordIndex } from '../index/record-index.ts';
import { type LineShape, parseText } from '../lines/line-shapes.ts';
import { indexCitations } from './citations-file.ts';

export interface RecordedDocument {
  readonly position: number;
  readonly item: RecordedItem;
  /** Per version: its finished repeats in ascending order. Empty for a version that was not run. */
  readonly runs: readonly (readonly ItemRun[])[];
}

export interface DocumentSource {
  readonly files: { readonly items: string; readonly rows: string; readonly citations: string };
  /** Requested versions in the order of the plan. */
  readonly versions: readonly string[];
  readonly index: () => Promise<RecordIndex>;
  readonly openItems: () => ItemParser;
  /** How to check a result row of this record. */
  readonly rowShape: LineShape<ItemRun>;
  /**
   * Whether `index` has verified the hash of the whole items file. If not, the reader verifies the hash of each item's
   * gold.
   */
  readonly hasFileHash: boolean;
  readonly onNotice: (text: string) => void;
}

const blockSize = 1 << 20;
/** Number of bytes to read at once when single documents are requested. */
const smallBlock = 1 << 16;
const mostWindows = 16;
/** After this many documents, the reader pauses so that the process can handle signals and timers. */
const documentsPerTurn = 200;

/**
 * Yields each item with its rows, one at a time. `positions` (ascending) selects items. Throws RECORD_CHANGED
 * if the items differ from their hash.
 */
export async function* readDocuments(
  source: DocumentSource,
  positions?: Iterable<number>,
): AsyncGenerator<RecordedDocument> {
  const { files, versions, rowShape, hasFileHash, onNotice } = source;
  const index = await source.index();
  if (index.itemCount === 0) return;
  const windowSize = positions === undefined ? blockSize : smallBlock;
  const streams = Math.min(mostWindows, index.versionCount * index.repeats);
  using parser = source.openItems();
  using items = new WindowReader(files.items, { windows: 1, windowSize });
  using rows = existsSync(files.rows) ? new WindowReader(files.rows, { windows: streams, windowSize }) : null;
  using citations = await indexCitations(files.citations, index, onNotice);
  let read = 0;
  for (const position of positions === undefined
    ? upTo(index.itemCount)
    : rising(positions, index.itemCount)) {
    const [offset, length] = [index.items.offset(position), index.items.length(position)];
    const text = items.text(offset, length);
    const parsed = atLine(files.items, offset, (line) => parser.parse(text, position, line));
    const item = parsed instanceof Promise ? await parsed : parsed;
    if (!hasFileHash && expectationHash(item) !== item.expectationHash)
      throw await otherExpectation(item, files.items, offset);
    const runs: ItemRun[][] = [];
    for (let version = 0; version < index.versionCount; version++) {
      const ended: ItemRun[] = [];
      for (let repeat = 1; repeat <= index.repeats; repeat++) {
        const slot = index.slot(position, version, repeat);
        if (rows === null || index.rows.length(slot) === 0) continue;
        const at = index.rows.offset(slot);
        const rowText = rows.text(at, index.rows.length(slot));
        const found = atLine(files.rows, at, (line) => parseText(rowShape, rowText, files.rows, line));
        const row = found instanceof Promise ? await found : found;
        if (row.itemId !== item.id || row.version !== versions[version] || row.repeat !== repeat)
          throw await otherRun(row, { itemId: item.id, version: versions[version], repeat }, files.rows, at);
        const cited = citations?.at(slot);
        ended.push(cited === undefined ? row : { ...row, cited });
      }
      runs.push(ended);
    }
    yield { position, item, runs };
    read++;
    if (read % documentsPerTurn === 0) await nextTurn();
  }
}

/**
 * Parses a line without its line number, because finding the number takes long. If the line is invalid, finds the line
 * number and parses the line again, so that the error message contains the number. Returns a promise only in this case,
 * because a promise per line takes time.
 */
function atLine<T>(file: string, offset: number, parse: (line: number) => T): T | Promise<T> {
  try {
    return parse(0);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORD_INVALID') throw thrown;
    return lineAt(file, offset).then(parse);
  }
}

async function otherExpectation(item: RecordedItem, file: string, offset: number): Promise<GoldsetError> {
  return new GoldsetError('RECORD_CHANGED', {
    file,
    what: `line ${await lineAt(file, offset)}: expectationHash`,
    found: item.expectationHash.slice(0, 12),
    expected: expectationHash(item).slice(0, 12),
  });
}

async function otherRun(
  found: ItemRun,
  expected: object,
  file: string,
  offset: number,
): Promise<GoldsetError> {
  const { itemId, version, repeat } = found;
  return new GoldsetError('RECORD_INVALID', {
    file,
    line: await lineAt(file, offset),
    path: 'the row',
    found: shown({ itemId, version, repeat }),
    expected: shown(expected),
  });
}

function* upTo(count: number): Generator<number> {
  for (let position = 0; position < count; position++) yield position;
}

function* rising(positions: Iterable<number>, count: number): Generator<number> {
  let last = -1;
  for (const position of positions) {
    if (!Number.isInteger(position) || position <= last || position >= count)
      throw new GoldsetError('INVARIANT', {
        what: `position ${position} after ${last} of ${count} documents`,
      });
    yield position;
    last = position;
  }
}
