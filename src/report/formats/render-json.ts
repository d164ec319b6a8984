import type { DocumentRow, DocumentSummary, ReportModel } from '../../model/report/report-model.ts';
import type { ReportHead } from '../../model/results/record-list.ts';
import { isWrong } from '../tables/document-tables.ts';

/** Returns the text of `summary.json`: the first page of the report, without tables and documents. */
export function summaryJson(model: ReportModel): string {
  const { title, kind, createdAt, dataset, processor, documents, versions, changeCounts, summary } = model;
  const about = { title, kind, createdAt, dataset, processor, documents, versions };
  const head: ReportHead = { schemaVersion: 1, ...about, changeCounts, summary };
  return `${JSON.stringify(head, null, 2)}\n`;
}

/** Yields the text of `report.json` in parts, with one document per line. */
export function* jsonChunks(model: ReportModel): Generator<string> {
  const { items, index: _index, ...rest } = model;
  const changes = new Map(model.changes.map(({ itemId, values }) => [itemId, values]));
  yield `${JSON.stringify(rest).slice(0, -1)},"items":[`;
  for (const [number, item] of items.entries()) {
    const changed = new Set(changes.get(item.itemId)?.map(({ path }) => path));
    yield `${number === 0 ? '\n' : ',\n'}${JSON.stringify(summaryOf(item, changed))}`;
  }
  yield '\n]}\n';
}

/** Returns a document without its file and outputs, and with only those leaves that are wrong or changed. */
function summaryOf(item: DocumentRow, changed: ReadonlySet<string>): DocumentSummary {
  const { position, itemId, name, tags, change, versions } = item;
  return {
    position,
    itemId,
    name,
    tags,
    change,
    versions: versions.map((version) => {
      const { state, failure, counts, exact, confidence, latencyMs, credits, runId } = version;
      const leaves = version.leaves.filter((leaf) => isWrong(leaf) || changed.has(leaf.path));
      return { state, failure, counts, exact, confidence, latencyMs, credits, runId, leaves };
    }),
  };
}
