import type { NameTable } from '../../base/name-table.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { stateLetter, stateLetters } from '../../model/report/document-index.ts';
import { changeGroupOf } from '../../model/report/document-state.ts';
import type { DocumentRow, DocumentVersion } from '../../model/report/report-model.ts';
import { packLeaf } from '../../viewer/blocks/pack-leaf.ts';
import type { DetailItem, FoundPlaces } from '../../viewer/blocks/report-blocks.ts';
import { encodeBlock } from './encode-block.ts';

/**
 * Number of bytes of raw JSON per block. Larger blocks compress better, but the report page does not respond while it
 * decodes a block.
 */
const rawBytesPerBlock = 160_000;

interface Details {
  readonly blocks: readonly string[];
  /**
   * For each document: the index of the block with its values, or -1 if the values did not fit into the budget
   * (`detailBudget`).
   */
  readonly of: readonly number[];
  readonly omitted: number;
}

/** For up to this many documents, the budget (`detailBudget`) does not depend on their number. */
const smallSet = 1000;

/**
 * Returns how many bytes the values of documents may take. For more than 1,000 documents, the limit keeps the file
 * (without page images) below about 0.5 MB plus 140 bytes per document. For 100,000 documents, the file then has at
 * most about 14.5 MB.
 */
export function detailBudget(documents: number, restOfFile: number): number {
  const limit = 8_000_000;
  return documents <= smallSet
    ? limit
    : Math.min(limit, Math.max(300_000, 500_000 + 140 * documents - restOfFile));
}

export interface DetailContent {
  /** Names of the fields. Packed leaves contain the number of a field instead of its name. */
  readonly fields: NameTable;
  readonly whole: boolean;
  /**
   * Returns whether the report has page images of a document. The report page shows citations only for a document with
   * page images.
   */
  readonly hasImages: (item: number) => boolean;
  /** Places where expected values are printed on the pages of a document, by the index of the document. */
  readonly foundPlaces: ReadonlyMap<number, FoundPlaces>;
}

/**
 * Encodes values, citations and outputs of documents until the budget (`detailBudget`) is used up. Starts with the most
 * important documents.
 */
export async function buildDetails(
  items: readonly DocumentRow[],
  budget: number,
  content: DetailContent,
): Promise<Details> {
  const of = new Array<number>(items.length).fill(-1);
  const blocks: string[] = [];
  let used = 0;
  const add = async ({ texts, numbers }: Batch) => {
    const block = await encodeBlock(`{"items":[${texts.join(',')}]}`);
    if (used + block.length > budget) return false;
    for (const item of numbers) of[item] = blocks.length;
    blocks.push(block);
    used += block.length;
    return true;
  };
  // Start the compression of a block in another thread, and collect the next documents in the meantime.
  let previous = Promise.resolve(true);
  for (const batch of batches(items, content)) {
    if (!(await previous)) break;
    previous = add(batch);
  }
  await previous;
  return { blocks, of, omitted: of.filter((block) => block === -1).length };
}

/** Documents of one block: the JSON of their details, and their indexes. */
interface Batch {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

function* batches(items: readonly DocumentRow[], content: DetailContent): Generator<Batch> {
  let texts: string[] = [];
  let numbers: number[] = [];
  let size = 0;
  for (const number of byPriority(items)) {
    const text = JSON.stringify({
      ...detailOf(items[number] as DocumentRow, content, content.hasImages(number)),
      ...shownPlaces(content.foundPlaces.get(number)),
    });
    texts.push(text);
    numbers.push(number);
    size += text.length;
    if (size < rawBytesPerBlock) continue;
    yield { texts, numbers };
    texts = [];
    numbers = [];
    size = 0;
  }
  if (texts.length > 0) yield { texts, numbers };
}

/**
 * Returns the indexes of the documents, the most important first: documents that changed between two versions, then
 * other documents with errors, then fully right documents.
 */
export function byPriority(items: readonly DocumentRow[]): number[] {
  const letters = Object.values(stateLetters).join('');
  const ranks = items.map(({ change, versions }) => {
    if (change !== null && changeGroupOf(change) !== null) return letters.indexOf(stateLetter(change));
    return versions.some((row) => row.exact !== true) ? letters.length : letters.length + 1;
  });
  return [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}

/**
 * Returns the places of expected values in a document for the report page. Omits the data that the report page does not
 * show.
 */
export function shownPlaces({ expectedPlaces = {}, hasUnreadScans }: FoundPlaces = {}): FoundPlaces {
  return {
    ...(Object.keys(expectedPlaces).length > 0 && { expectedPlaces: rounded(expectedPlaces, 10) }),
    ...(hasUnreadScans && { hasUnreadScans }),
  };
}

/**
 * Returns the values of a document for the report page. If `cited` is true, also returns the citations, which the
 * report page shows as boxes on the page images.
 */
export function detailOf(
  item: DocumentRow,
  { fields, whole }: Pick<DetailContent, 'fields' | 'whole'>,
  cited: boolean,
): DetailItem {
  return {
    position: item.position,
    expected: whole ? item.expected : undefined,
    text: item.document?.kind === 'text' ? item.document.text : undefined,
    versions: item.versions.map((version) => ({
      failure: version.failure ?? undefined,
      rows: version.rows,
      citations: cited ? shownCitations(version.citations) : undefined,
      cited: version.cited,
      confidences: rounded(version.confidences, 100),
      runId: version.runId ?? undefined,
      output: whole ? withoutCitations(version.output) : undefined,
      leaves: version.leaves.map((leaf, at) => {
        const reason = version.reasons?.[at];
        const noted = reason === undefined ? leaf : { ...leaf, note: reason };
        return packLeaf(noted, (field) => fields.numberOf(field));
      }),
    })),
  };
}

/** Returns the citations without their text, which is usually equal to the value. */
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

/** Returns an output without its citations, because the report page gets the citations separately. */
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
