import path from 'node:path';
import type { DocumentRow, ReportModel } from '../model/report-model.ts';

/** Returns `report.json`; `schemaVersion` says which shape it has (`ReportJson`). */
export function renderJson(model: ReportModel): string {
  return [...jsonChunks(model)].join('');
}

/**
 * The same text in parts, an item a line: a large model is longer than one string can be. A report goes to others: of
 * documents it tells the name, not where they lie on this machine.
 */
export function* jsonChunks(model: ReportModel): Generator<string> {
  const { items, index: _index, ...rest } = model;
  yield `${JSON.stringify(rest).slice(0, -1)},"items":[`;
  for (const [number, item] of items.entries())
    yield `${number === 0 ? '\n' : ',\n'}${JSON.stringify(shared(item))}`;
  yield '\n]}\n';
}

function shared({ document, ...item }: DocumentRow): DocumentRow {
  const named = document?.path == null ? document : { ...document, path: path.basename(document.path) };
  return { ...item, document: named };
}
