import { getOrCreate } from '../../../base/collections.ts';
import { invariant } from '../../../base/goldset-error.ts';
import { NameTable } from '../../../base/name-table.ts';
import { type DocumentIndex, type IndexVersion, stateLetter } from '../../../model/report/document-index.ts';
import type { StripSegment } from '../../../model/report/report-sections.ts';
import type { ScoredDocument, ScoredDocumentVersion } from '../../../model/report/scored-document.ts';
import type { LeafOutcome } from '../../../model/score/item-score.ts';

/**
 * The index of a report lists at most this many documents. If there are more, it lists only the documents that the
 * report shows.
 */
export const indexLimit = 100_000;

const noPrediction = '(no prediction)';
const noNumbers: readonly number[] = [];

/** Builds the columns of the document index while documents are scored. Keeps at most `indexLimit` rows. */
export class DocumentIndexBuilder {
  readonly #versions: number;
  #columns: IndexColumns | null;
  #added = 0;

  constructor(versions: number) {
    this.#versions = versions;
    this.#columns = new IndexColumns(versions);
  }

  /** Adds the next document. Documents must be added at positions 0, 1, 2, ... */
  add(document: ScoredDocument): void {
    invariant(document.position === this.#added, 'documents are added in the order of their positions');
    this.#added++;
    if (this.#added > indexLimit) this.#columns = null;
    this.#columns?.add(document);
  }

  /**
   * Returns the index of all documents. If there are more than `indexLimit`, returns the index of the shown documents.
   * The index has all `fields` of the report, so that the reader can also filter by a field without errors.
   */
  build(shown: Iterable<ScoredDocument>, fields: Iterable<string>): DocumentIndex {
    if (this.#columns !== null) return this.#columns.build(null, fields);
    const columns = new IndexColumns(this.#versions);
    const positions: number[] = [];
    for (const document of shown) {
      columns.add(document);
      positions.push(document.position);
    }
    return columns.build(positions, fields);
  }
}

class IndexColumns {
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  readonly #tags = new Map<string, { readonly values: NameTable; readonly of: number[] }>();
  readonly #changes: string[] = [];
  readonly #newErrors: number[] = [];
  readonly #fields = new NameTable();
  readonly #labels = new NameTable();
  readonly #lists = new Map<string, readonly number[]>();
  readonly #versions: VersionColumns[];

  constructor(versions: number) {
    this.#versions = Array.from({ length: versions }, emptyColumns);
  }

  add({ itemId, name, tags, change, versions, strip }: ScoredDocument): void {
    const row = this.#ids.length;
    this.#ids.push(itemId);
    this.#names.push(name === itemId ? '' : name);
    this.#changes.push(stateLetter(change));
    this.#newErrors.push(change?.newErrors ?? 0);
    for (const [tag, value] of Object.entries(tags)) {
      const column = getOrCreate(this.#tags, tag, () => ({ values: new NameTable(), of: [] }));
      while (column.of.length < row) column.of.push(0);
      column.of.push(column.values.numberOf(value) + 1);
    }
    for (const [number, columns] of this.#versions.entries()) {
      const version = versions[number];
      invariant(version !== undefined, 'a document has every version of its report');
      const pairs = strip
        ? pagePairs(strip.expected, strip.predicted[number] ?? [], strip.pages)
        : labelPairs(version);
      this.#addVersion(columns, version, pairs);
    }
  }

  #addVersion(columns: VersionColumns, version: ScoredDocumentVersion, pairs: readonly LabelPair[]): void {
    const { state, exact, counts, confidence, latencyMs, credits, leaves } = version;
    columns.state.push(state.charAt(0));
    columns.exact.push(exact === null ? '-' : exact ? '1' : '0');
    for (const outcome of countedOutcomes) columns[outcome].push(counts[outcome]);
    columns.confidence.push(confidence === null ? -1 : Math.round(confidence * 1000));
    columns.latency.push(latencyMs === null ? -1 : Math.round(latencyMs));
    columns.credits.push(credits === null ? -1 : Math.round(credits * 1000));
    const wrong =
      exact === true ? [] : (leaves ?? []).filter(isWrong).map(({ field }) => this.#fields.numberOf(field));
    columns.wrong.push(this.#list(wrong));
    // Stores a pair of labels as one number: expected label x `cellBase` + predicted label. `build` later replaces
    // `cellBase` by the number of labels, which is known only at the end.
    const cells = pairs.map(
      ([expected, got]) => this.#labels.numberOf(expected) * cellBase + this.#labels.numberOf(got),
    );
    columns.cells.push(this.#list(cells));
  }

  /** Returns the distinct numbers as a list. Documents with equal lists share one list in memory. */
  #list(numbers: readonly number[]): readonly number[] {
    if (numbers.length === 0) return noNumbers;
    const distinct = [...new Set(numbers)];
    return getOrCreate(this.#lists, distinct.join(' '), () => distinct);
  }

  build(positions: readonly number[] | null, fields: Iterable<string>): DocumentIndex {
    for (const field of fields) this.#fields.numberOf(field);
    const rows = this.#ids.length;
    const labels = this.#labels.names;
    const cell = (code: number) => Math.floor(code / cellBase) * labels.length + (code % cellBase);
    const cells = new Map<readonly number[], readonly number[]>();
    const cellsOf = (codes: readonly number[]) => getOrCreate(cells, codes, () => codes.map(cell));
    return {
      positions,
      ids: this.#ids,
      names: this.#names,
      tags: [...this.#tags].map(([name, { values, of }]) => ({
        name,
        values: values.names,
        of: [...of, ...new Array<number>(rows - of.length).fill(0)],
      })),
      change: this.#changes.join(''),
      newErrors: this.#newErrors.some((count) => count > 0) ? this.#newErrors : [],
      fields: this.#fields.names,
      labels,
      versions: this.#versions.map(
        (columns): IndexVersion => ({
          ...columns,
          state: columns.state.join(''),
          exact: columns.exact.join(''),
          credits: columns.credits.some((credits) => credits >= 0) ? columns.credits : [],
          cells: columns.cells.map(cellsOf),
        }),
      ),
    };
  }
}

/**
 * A number that is larger than the number of labels of any dataset. Its product with a label number is below 2^53 and
 * therefore exact.
 */
const cellBase = 2 ** 24;

const countedOutcomes = ['correct', 'incorrect', 'missing', 'spurious'] as const;

function emptyColumns() {
  return {
    state: [] as string[],
    exact: [] as string[],
    correct: [] as number[],
    incorrect: [] as number[],
    missing: [] as number[],
    spurious: [] as number[],
    confidence: [] as number[],
    latency: [] as number[],
    credits: [] as number[],
    wrong: [] as (readonly number[])[],
    cells: [] as (readonly number[])[],
  };
}

type VersionColumns = ReturnType<typeof emptyColumns>;

function isWrong({ outcome }: LeafOutcome): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}

type LabelPair = readonly [expected: string, predicted: string];

/** Returns the expected and predicted class of a document; empty for other kinds of processors. */
function labelPairs({ leaves }: ScoredDocumentVersion): LabelPair[] {
  const leaf = leaves?.[0];
  if (leaf?.field !== 'type' || leaf.path !== 'type' || typeof leaf.expected !== 'string') return [];
  return [[leaf.expected, typeof leaf.predicted === 'string' ? leaf.predicted : noPrediction]];
}

/** Returns the expected and predicted type of each page of a packet. Omits pages without an expected type. */
function pagePairs(
  expected: readonly StripSegment[],
  predicted: readonly StripSegment[],
  pages: number,
): LabelPair[] {
  const typeAt = (segments: readonly StripSegment[], page: number) =>
    segments.find((segment) => segment.startPage <= page && page <= segment.endPage)?.type;
  const pairs: LabelPair[] = [];
  for (let page = 1; page <= pages; page++) {
    const expectedType = typeAt(expected, page);
    if (expectedType !== undefined) pairs.push([expectedType, typeAt(predicted, page) ?? noPrediction]);
  }
  return pairs;
}
