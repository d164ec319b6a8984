import type { JsonValue } from '../../model/json-value.ts';
import { isJsonObject } from '../../model/json-value.ts';
import type { DocumentRow, DocumentVersion } from '../../model/report-model.ts';
import type { NameTable } from './build-index.ts';
import { encodeBlock } from './encode-block.ts';
import { packLeaf } from './pack-leaf.ts';
import type { DetailBlock, DetailItem, DetailVersion } from './report-blocks.ts';

/** Raw JSON a block: small enough to decode without a pause, large enough to deflate well. */
const rawBytesPerBlock = 160_000;

export interface Details {
  /** Encoded `DetailBlock`s. */
  readonly blocks: readonly string[];
  /** Block number of each item, -1 where it did not fit. */
  readonly of: readonly number[];
  readonly leftOut: number;
}

/**
 * Small sets carry everything; large ones 90 bytes a document on average, so that 10,000 stay under 2 MB and
 * 100,000 under 15 MB together with the index and the viewer.
 */
export function detailBudget(items: number): number {
  return items <= 3000 ? 8_000_000 : Math.max(1_000_000, items * 90);
}

/** Values, citations and outputs of the documents, those first that someone will want to open. */
export async function buildDetails(
  items: readonly DocumentRow[],
  fields: NameTable,
  budget: number,
): Promise<Details> {
  const of = new Array<number>(items.length).fill(-1);
  const blocks: string[] = [];
  let used = 0;
  let batch: string[] = [];
  let batchItems: number[] = [];
  let batchSize = 0;
  const flush = async () => {
    if (batch.length === 0) return true;
    const block = await encodeBlock(`{"items":[${batch.join(',')}]}` satisfies string);
    if (used + block.length > budget) return false;
    for (const item of batchItems) of[item] = blocks.length;
    blocks.push(block);
    used += block.length;
    batch = [];
    batchItems = [];
    batchSize = 0;
    return true;
  };
  for (const number of byInterest(items)) {
    const text = JSON.stringify(detailOf(items[number] as DocumentRow, number, fields));
    batch.push(text);
    batchItems.push(number);
    batchSize += text.length;
    if (batchSize >= rawBytesPerBlock && !(await flush())) break;
  }
  await flush();
  return { blocks, of, leftOut: of.filter((block) => block === -1).length };
}

/** Item numbers: changed ones, then wrong ones, then the rest; the order of the set within each. */
export function byInterest(items: readonly DocumentRow[]): number[] {
  const ranks: Record<DocumentRow['change'], number> = {
    broke: 0,
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

function detailOf(item: DocumentRow, number: number, fields: NameTable): DetailItem {
  return {
    item: number,
    expected: item.expected,
    text: item.document?.kind === 'text' ? item.document.text : undefined,
    versions: item.versions.map((version) => detailVersion(version, fields)),
  };
}

function detailVersion(version: DocumentVersion, fields: NameTable): DetailVersion {
  const cited = Object.keys(version.citations).length > 0;
  return {
    failure: version.failure,
    rows: version.rows,
    citations: cited ? roundNumbers(version.citations) : {},
    confidences: version.confidences,
    runId: version.runId,
    credits: version.credits,
    output: cited ? withoutCitations(version.output) : version.output,
    leaves: version.leaves.map((leaf) => packLeaf(leaf, (field) => fields.numberOf(field))),
  } as DetailVersion & DetailBlock['items'][number]['versions'][number];
}

function roundNumbers(citations: DocumentVersion['citations']): DocumentVersion['citations'] {
  return JSON.parse(JSON.stringify(citations), (_, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  ) as DocumentVersion['citations'];
}

/** The polygons stand in `citations` already; the raw output would carry them a second time. */
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
