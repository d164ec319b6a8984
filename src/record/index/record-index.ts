import { GoldsetError } from '../../base/goldset-error.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import type { ScannedLine } from '../../base/lines/scan-lines.ts';
import { Spans } from '../../base/lines/spans.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { FileFacts, RunPlan } from '../../model/record/run-record.ts';
import { fileFacts, ItemsChecksum } from '../files/checksums.ts';
import { isJson } from '../lines/line-shapes.ts';
import { type ItemKeys, type LineKeys, type RowKeys, type RowState, rowStates } from './line-keys.ts';

/** Positions and keys of the lines of a record. Needs about 40 bytes per item and 13 bytes per planned item run. */
export interface RecordIndex {
  readonly itemCount: number;
  readonly versionCount: number;
  readonly repeats: number;
  /** Byte offset and length of each item line. The index is the position of the item in this record. */
  readonly items: Spans;
  /**
   * Byte offset and length of the result row of each planned item run. The index comes from `slot`. The length is 0 if
   * the item run has no result row.
   */
  readonly rows: Spans;
  /** State of each planned item run, as a position in `rowStates`. The index comes from `slot`. */
  readonly states: Uint8Array;
  readonly ids: IdTable;
  readonly byState: Readonly<Record<RowState, number>>;
  readonly rowCount: number;
  /**
   * Number of result rows that do not count, because a later row belongs to the same item run. Only format 1 allows
   * several rows per item run.
   */
  readonly duplicateRows: number;
  /** Number of result rows of unplanned item runs, which only format 1 allows. The index ignores these rows. */
  readonly strayRows: number;
  readonly files: { readonly items: FileFacts; readonly rows: FileFacts };
  /** Checksum of the items. It must equal `dataset.checksum` of the plan. */
  readonly checksum: string;
  /**
   * Returns the index of a planned item run in `rows` and `states`. Items and versions are counted from 0, repeats from
   * 1.
   */
  slot(position: number, version: number, repeat: number): number;
  /** Converts a position in this record to the position in the whole run. The two positions differ only in a shard. */
  place(position: number): number;
}

export interface IndexSource {
  readonly files: { readonly items: string; readonly rows: string };
  readonly plan: RunPlan;
  readonly keys: LineKeys;
  readonly onTorn: (file: string, line: number) => void;
}

/** Maximum number of planned item runs. Without this limit, a manipulated plan could exhaust the memory. */
const mostRuns = 2 ** 31;

/** Reads items and rows once, usually without parsing them. Throws RECORD_INVALID for an invalid line. */
export async function buildIndex(source: IndexSource): Promise<RecordIndex> {
  const items = await indexItems(source);
  return indexRows(source, items);
}

interface IndexedItems {
  readonly ids: IdTable;
  readonly spans: Spans;
  readonly places: Places;
  readonly facts: FileFacts;
  readonly checksum: string;
}

async function indexItems({ files, plan, keys, onTorn }: IndexSource): Promise<IndexedItems> {
  const [ids, spans, places, checksum] = [new IdTable(), new Spans(), new Places(), new ItemsChecksum()];
  const found: ItemKeys = { place: 0, id: '', documentHash: '', expectationHash: '' };
  const invalid = (line: number, path: string, what: string, expected: string) =>
    new GoldsetError('RECORD_INVALID', { file: files.items, line, path, found: what, expected });
  const facts = await fileFacts(files.items, (line) => {
    if (isTorn(line)) return onTorn(files.items, line.line);
    const position = spans.count;
    keys.item(line, position, found);
    if (position >= plan.items.count) throw invalid(line.line, 'id', shown(found.id), 'no further item');
    if (ids.add(found.id, position) >= 0)
      throw invalid(line.line, 'id', `a duplicate of ${shown(found.id)}`, 'each item once');
    checksum.add(found);
    places.push(found.place);
    spans.push(line.offset, line.end - line.start);
  });
  if (spans.count < plan.items.count)
    throw invalid(spans.count + 1, 'the item', 'no complete line', `${plan.items.count} items`);
  return { ids, spans, places, facts, checksum: checksum.digest() };
}

async function indexRows(
  { files, plan, keys, onTorn }: IndexSource,
  { ids, spans: items, places, facts: itemFacts, checksum }: IndexedItems,
): Promise<RecordIndex> {
  const itemCount = items.count;
  const { repeats } = plan;
  const versionCount = plan.versions.length;
  const planned = itemCount * versionCount * repeats;
  if (planned > mostRuns)
    throw new GoldsetError('INVARIANT', {
      what: `a record of ${planned} planned item runs; at most ${mostRuns} can be read`,
    });
  const rows = new Spans(planned);
  const states = new Uint8Array(planned);
  const slot = (position: number, version: number, repeat: number): number =>
    (position * versionCount + version) * repeats + repeat - 1;
  const found: RowKeys = { place: -1, version: -1, repeat: 0, state: 0 };
  const invalid = (line: number, what: string, expected: string) =>
    new GoldsetError('RECORD_INVALID', { file: files.rows, line, path: 'the row', found: what, expected });
  let [rowCount, duplicateRows, strayRows] = [0, 0, 0];
  const rowFacts = await fileFacts(files.rows, (line) => {
    if (isTorn(line)) return onTorn(files.rows, line.line);
    keys.row(line, ids, found);
    rowCount++;
    const { place, version, repeat, state } = found;
    const position = places.positionOf(place);
    const isPlanned =
      position >= 0 && version >= 0 && version < versionCount && repeat >= 1 && repeat <= repeats;
    if (!isPlanned) {
      if (!keys.isLenient) throw invalid(line.line, runText(found), 'a planned run');
      strayRows++;
      return;
    }
    const at = slot(position, version, repeat);
    if (rows.length(at) > 0) {
      if (!keys.isLenient) throw invalid(line.line, `a second row of ${runText(found)}`, 'one row per run');
      duplicateRows++;
    }
    rows.set(at, line.offset, line.end - line.start);
    states[at] = state;
  });
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
    rowCount,
    duplicateRows,
    strayRows,
    files: { items: itemFacts, rows: rowFacts },
    checksum,
    slot,
    place: (position) => places.at(position),
  };
}

/**
 * Returns whether a crash truncated a line. Such a line is the last line of the file, has no line end and is not valid
 * JSON.
 */
function isTorn({ complete, bytes, start, end }: ScannedLine): boolean {
  return !complete && !isJson(bytes.toString('utf8', start, end));
}

function runText({ place, version, repeat }: RowKeys): string {
  return `item ${place}, version ${version}, repeat ${repeat}`;
}

/** Position of each item in the whole run, in ascending order. Only a shard stores the positions. */
class Places {
  #count = 0;
  /** `null` as long as each item has the same position in the whole run and in this record. */
  #places: Uint32Array<ArrayBuffer> | null = null;

  push(place: number): void {
    if (this.#places === null && place !== this.#count)
      this.#places = Uint32Array.from({ length: Math.max(1_024, this.#count * 2) }, (_, i) => i);
    if (this.#places !== null) {
      if (this.#count === this.#places.length) this.#grow(this.#places);
      this.#places[this.#count] = place;
    }
    this.#count++;
  }

  at(position: number): number {
    return this.#places === null ? position : (this.#places[position] ?? -1);
  }

  /**
   * Converts a position in the whole run to the position in this record. Returns -1 if the record does not
   * contain the item.
   */
  positionOf(place: number): number {
    if (this.#places === null) return place >= 0 && place < this.#count ? place : -1;
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.at(middle);
      if (found === place) return middle;
      if (found < place) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #grow(places: Uint32Array<ArrayBuffer>): void {
    this.#places = new Uint32Array(places.length * 2);
    this.#places.set(places);
  }
}
