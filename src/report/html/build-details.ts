import type { NameTable } from '../../base/name-table.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { DocumentRow, DocumentVersion } from '../../model/report/report-model.ts';
import { packLeaf } from '../../viewer/blocks/pack-leaf.ts';
import type { DetailItem, DetailVersion } from '../../viewer/blocks/report-blocks.ts';
import { encodeBlock } from './encode-block.ts';

/** Size of the raw JSON per block: small enough to decode without a pause, large enough to compress well. */
const rawBytesPerBlock = 160_000;

interface Details {
  /** Encoded `DetailBlock`s. */
  readonly blocks: readonly string[];
  /** Block number per shown document, -1 if it did not fit. */
  readonly of: readonly number[];
  readonly leftOut: number;
}

/** Largest number of documents for which the file contains all values. */
const smallSet = 1000;

/**
 * Returns the maximum number of bytes for the values of the documents. For a large set, the whole file then has about 0.5
 * MB plus 140 bytes per document: less than 2 MB for 10,000 documents and less than 15 MB for 100,000.
 */
export function detailBudget(documents: number, restOfFile: number): number {
  const limit = 8_000_000;
  return documents <= smallSet
    ? limit
    : Math.min(limit, Math.max(300_000, 500_000 + 140 * documents - restOfFile));
}

interface DetailContent {
  /** Whether to include the raw JSON. */
  readonly whole: boolean;
  readonly hasImages: (item: number) => boolean;
}

/** Encodes values, citations and outputs of the documents up to the budget, most important documents first. */
export async function buildDetails(
  items: readonly DocumentRow[],
  fields: NameTable,
  budget: number,
  { whole, hasImages }: DetailContent,
): Promise<Details> {
  const of = new Array<number>(items.length).fill(-1);
  const blocks: string[] = [];
  let used = 0;
  let batch: string[] = [];
  let batchItems: number[] = [];
  let batchSize = 0;
  let pending: { readonly block: Promise<string>; readonly items: readonly number[] } | null = null;
  /** Adds the pending block. Returns false if it does not fit. */
  const addPending = async () => {
    if (pending === null) return true;
    const block = await pending.block;
    if (used + block.length > budget) return false;
    for (const item of pending.items) of[item] = blocks.length;
    blocks.push(block);
    used += block.length;
    pending = null;
    return true;
  };
  /** Starts the compression of a block, which another thread does while the next block is collected. */
  const flush = async () => {
    if (!(await addPending())) return false;
    if (batch.length > 0)
      pending = { block: encodeBlock(`{"items":[${batch.join(',')}]}`), items: batchItems };
    batch = [];
    batchItems = [];
    batchSize = 0;
    return true;
  };
  for (const number of byPriority(items)) {
    const text = JSON.stringify(
      detailOf(items[number] as DocumentRow, fields, { whole, cited: hasImages(number) }),
    );
    batch.push(text);
    batchItems.push(number);
    batchSize += text.length;
    if (batchSize >= rawBytesPerBlock && !(await flush())) break;
  }
  if (await flush()) await addPending();
  return { blocks, of, leftOut: of.filter((block) => block === -1).length };
}

/**
 * Returns the numbers of the documents: changed ones first, then wrong ones, then right ones. Each group keeps its order.
 */
export function byPriority(items: readonly DocumentRow[]): number[] {
  const ranks: Record<DocumentRow['change'], number> = {
    'new-errors': 0,
    fixed: 1,
    'changed-wrong': 2,
    same: 4,
    none: 4,
  };
  const rank = (item: DocumentRow) => {
    const wrong = item.versions.some((row) => row.exact !== true);
    return Math.min(ranks[item.change], wrong ? 3 : 4);
  };
  const ranked = items.map((item, number) => ({ number, rank: rank(item) }));
  return ranked.sort((a, b) => a.rank - b.rank || a.number - b.number).map((entry) => entry.number);
}

interface DetailExtent {
  /** Whether to include the raw JSON. */
  readonly whole: boolean;
  /** Whether to include the citations, which only a page image can show. */
  readonly cited: boolean;
}

function detailOf(item: DocumentRow, fields: NameTable, extent: DetailExtent): DetailItem {
  return {
    position: item.position,
    expected: extent.whole ? item.expected : undefined,
    text: item.document?.kind === 'text' ? item.document.text : undefined,
    versions: item.versions.map((version) => detailVersion(version, fields, extent)),
  };
}

function detailVersion(version: DocumentVersion, fields: NameTable, extent: DetailExtent): DetailVersion {
  return {
    failure: version.failure ?? undefined,
    rows: version.rows,
    citations: extent.cited ? shownCitations(version.citations) : undefined,
    confidences: rounded(version.confidences, 100),
    runId: version.runId ?? undefined,
    output: extent.whole ? withoutCitations(version.output) : undefined,
    leaves: version.leaves.map((leaf) => packLeaf(leaf, (field) => fields.numberOf(field))),
  };
}

/** Returns the citations without their text, which mostly equals the value. */
function shownCitations(citations: DocumentVersion['citations']): DocumentVersion['citations'] {
  const shown = Object.entries(citations).map(([path, places]) => [
    path,
    places.map(({ page, polygon, pageWidth, pageHeight }) => ({ page, polygon, pageWidth, pageHeight })),
  ]);
  return rounded(Object.fromEntries(shown) as DocumentVersion['citations'], 10);
}

function rounded<T>(value: T, per: number): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * per) / per : part,
  ) as T;
}

/** Returns an output without its citations, because the detail already has them. */
function withoutCitations(output: JsonValue): JsonValue {
  if (!isJsonObject(output) || !isJsonObject(output.metadata)) return output;
  const metadata = Object.fromEntries(
    Object.entries(output.metadata).map(([path, entry]) => {
      if (!isJsonObject(entry)) return [path, entry];
      const { citations: _citations, ...rest } = entry;
      return [path, rest];
    }),
  );
  return { ...output, metadata };
}
