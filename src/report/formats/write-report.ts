import { GoldsetError } from '../../base/goldset-error.ts';
import type { ChangedDocument, ReportModel } from '../../model/report/report-model.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import type { Format, FormatOptions, RowsAhead } from './define-format.ts';
import { formats, type ReportFormat } from './formats.ts';
import { openFormats } from './open-formats.ts';

/**
 * Writes a report into a folder in the requested formats and returns the files, the page first. Throws USAGE for the
 * formats `csv` and `json` if the model shows only some documents, because they need the rows of all documents.
 * `reportWhileScoring` writes them in this case.
 */
export async function writeReport(
  model: ReportModel,
  dir: string,
  names: readonly ReportFormat[],
  options: FormatOptions = {},
): Promise<{ files: string[] }> {
  const withRows = (formats as readonly Format[]).filter(
    ({ name, needs }) => needs === 'rows' && (names as readonly string[]).includes(name),
  );
  if (model.documents.rule !== null && withRows.length > 0)
    throw new GoldsetError('USAGE', {
      problem: `the formats ${withRows.map(({ name }) => name).join(', ')} need the rows of all documents, found ${model.documents.shown} of ${model.documents.planned}`,
      fix: 'Use reportWhileScoring or goldset report, which write them during scoring.',
    });
  const versions = model.versions.map(({ name }) => name);
  // An estimate of 0 selects CSV. Parquet would require a notice, and this function cannot return one.
  const estimate = () => 0;
  const open = await openFormats(names, dir, { ...options, versions, estimate });
  try {
    if (open.sinks.length > 0)
      for (const document of documentsOf(model)) for (const sink of open.sinks) sink.write(document);
    return { files: [...(await open.write(model))] };
  } catch (error) {
    open.abort();
    throw error;
  }
}

/** Opens the sinks before a report is scored. */
export type OpenSinks = (ahead: RowsAhead) => Promise<readonly RowSink[]>;

/**
 * Writes a report whose rows are written while `score` runs. `score` calls `openSinks` once, passes every scored
 * document to the sinks and returns the model. If it throws, unfinished files are removed.
 */
export async function reportWhileScoring(
  dir: string,
  names: readonly ReportFormat[],
  options: FormatOptions,
  score: (openSinks: OpenSinks) => Promise<ReportModel>,
): Promise<{ model: ReportModel; files: readonly string[]; notices: readonly string[] }> {
  let open: Awaited<ReturnType<typeof openFormats>> | undefined;
  try {
    const model = await score(async (ahead) => {
      open = await openFormats(names, dir, { ...options, ...ahead });
      return open.sinks;
    });
    if (open === undefined) return { model, ...(await writeReport(model, dir, names, options)), notices: [] };
    return { model, files: await open.write(model), notices: open.notices };
  } catch (error) {
    open?.abort();
    throw error;
  }
}

/** Yields the shown documents of a model as scored documents. */
function* documentsOf(model: ReportModel): Generator<ScoredDocument> {
  const { newErrors, fixed, changedWrong } = model.changes;
  const lists = [byItem(newErrors), byItem(fixed), byItem(changedWrong)] as const;
  const strips = new Map(model.packets?.strips.map((strip) => [strip.itemId, strip]));
  for (const item of model.items) {
    const [newIn, fixedIn, changedIn] = lists.map((list) => list.get(item.itemId) ?? []);
    const changes = { newErrors: newIn ?? [], fixed: fixedIn ?? [], changedWrong: changedIn ?? [] };
    yield {
      ...item,
      changes: item.change === 'none' ? null : changes,
      strip: strips.get(item.itemId) ?? null,
    };
  }
}

function byItem(changes: readonly ChangedDocument[]): ReadonlyMap<string, readonly ChangedDocument[]> {
  const found = new Map<string, ChangedDocument[]>();
  for (const change of changes) {
    const known = found.get(change.itemId);
    if (known) known.push(change);
    else found.set(change.itemId, [change]);
  }
  return found;
}
