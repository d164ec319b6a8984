import type { DocumentRow, DocumentSummary, ReportModel } from '../../model/report/report-model.ts';
import { isWrong } from '../tables/document-tables.ts';

/** Yields `report.json` in parts, one shown document per line. */
export function* jsonChunks(model: ReportModel): Generator<string> {
  const { items, index: _index, ...rest } = model;
  const changed = changedPlaces(model);
  yield `${JSON.stringify(rest).slice(0, -1)},"items":[`;
  for (const [number, item] of items.entries())
    yield `${number === 0 ? '\n' : ',\n'}${JSON.stringify(summaryOf(item, changed.get(item.itemId)))}`;
  yield '\n]}\n';
}

/** Returns the paths of the values that differ between two versions, by item. */
function changedPlaces({ changes }: ReportModel): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { itemId, path } of [...changes.newErrors, ...changes.fixed, ...changes.changedWrong]) {
    const paths = found.get(itemId) ?? new Set();
    found.set(itemId, paths.add(path));
  }
  return found;
}

/** Returns a shown document without its file, outputs and right leaves. The record and the leaf table contain them. */
function summaryOf(item: DocumentRow, changed: ReadonlySet<string> = new Set()): DocumentSummary {
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
