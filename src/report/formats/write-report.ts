import { GoldsetError } from '../../base/goldset-error.ts';
import type { ChangedValue } from '../../model/report/document-state.ts';
import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import type { RowSink, ScoredDocument } from '../../model/report/scored-document.ts';
import type { Format, FormatOptions, OpenRows, RowsAhead } from './define-format.ts';
import { withFoundCrops } from './find-crops.ts';
import { formats, type ReportFormat } from './formats.ts';

/**
 * Writes a report to a folder. Returns the paths of its files, the HTML page first. Throws USAGE if one of the formats
 * `csv`, `xlsx` and `json` is requested but `model` has only some of the documents. In this case, use `reportRecord`.
 */
export async function writeReport(
  model: ReportModel,
  dir: string,
  names: readonly ReportFormat[],
  options: FormatOptions = {},
): Promise<{ files: string[] }> {
  const withRows = chosenFormats(names).filter(({ openRows }) => openRows !== undefined);
  if (model.documents.rule !== null && withRows.length > 0)
    throw new GoldsetError('USAGE', {
      problem: `the formats ${withRows.map(({ name }) => name).join(', ')} need the rows of all documents, found ${model.documents.shown} of ${model.documents.planned}`,
      fix: 'Use reportRecord or goldset report. They write these formats while they score the documents.',
    });
  const versions = model.versions.map(({ name }) => name);
  // If the estimated number of leaves is 0, the table of leaves is CSV. A Parquet table would need a notice, which this
  // function cannot return.
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

export type OpenSinks = (ahead: RowsAhead) => Promise<readonly RowSink[]>;

/**
 * Writes a report while its documents are scored. `score` must call `openSinks` once, pass every scored document to the
 * outputs that `openSinks` returns, and return the report. If `score` throws an error, unfinished files are removed.
 */
export async function reportWhileScoring(
  dir: string,
  names: readonly ReportFormat[],
  options: FormatOptions,
  score: (openSinks: OpenSinks) => Promise<ReportModel>,
): Promise<{ model: ReportModel; files: readonly string[]; notices: readonly string[] }> {
  let open: OpenFormats | undefined;
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

interface OpenFormats extends OpenRows {
  /** Writes the files of the report, and closes all outputs. Returns the paths of all files, the HTML page first. */
  write(model: ReportModel): Promise<readonly string[]>;
  /** Removes unfinished files. Has no effect after `write`. */
  abort(): void;
}

/** Opens the outputs of all formats before documents are scored. The caller must call `abort` if scoring fails. */
export async function openFormats(
  names: readonly ReportFormat[],
  dir: string,
  request: RowsAhead & FormatOptions,
): Promise<OpenFormats> {
  const opened: (OpenRows & { readonly format: Format })[] = [];
  for (const format of chosenFormats(names)) {
    const rows = await format.openRows?.(dir, request, request);
    opened.push({ format, sinks: rows?.sinks ?? [], notices: rows?.notices ?? [], write: rows?.write });
  }
  const sinks = opened.flatMap((rows) => rows.sinks);
  const abort = () => {
    for (const sink of sinks) sink.abort();
  };
  return {
    sinks,
    notices: opened.flatMap((rows) => rows.notices),
    abort,
    async write(given) {
      try {
        const showsPages = names.some((name) => name === 'html' || name === 'pdf');
        const model = showsPages ? await withFoundCrops(given) : given;
        // Write the formats in parallel, because one can compute while another one waits for the disk.
        const written = await Promise.allSettled(
          opened.map(({ format, write }) => write?.(model) ?? format.write?.(model, dir, request) ?? []),
        );
        const files: string[] = [];
        for (const [at, result] of written.entries()) {
          if (result.status === 'rejected') throw result.reason;
          files.push(...result.value);
          for (const sink of opened[at]?.sinks ?? []) files.push(...sink.close());
        }
        return files;
      } catch (error) {
        abort();
        throw error;
      }
    },
  };
}

function chosenFormats(names: readonly ReportFormat[]): readonly Format[] {
  return formats.filter(({ name }) => names.includes(name));
}

function* documentsOf({ items, changes, packets }: ReportModel): Generator<ScoredDocument> {
  const values = new Map(changes.map((document) => [document.itemId, document.values]));
  const strips = new Map(packets?.strips.map((strip) => [strip.itemId, strip]));
  for (const item of items) {
    const changed = inDocumentOrder(values.get(item.itemId) ?? [], item);
    yield { ...item, changes: changed, strip: strips.get(item.itemId) ?? null };
  }
}

/**
 * Returns the changed values of a document: first the leaves of the baseline in their order, then leaves that only the
 * candidate has.
 */
function inDocumentOrder(values: readonly ChangedValue[], { versions }: DocumentRow): ChangedValue[] {
  const key = (path: string, isExtra = false) => `${isExtra} ${path}`;
  const places = new Map<string, number>();
  for (const { path, spuriousRow } of versions.flatMap(({ leaves }) => leaves)) {
    const place = key(path, spuriousRow);
    if (!places.has(place)) places.set(place, places.size);
  }
  const placeOf = ({ path, extraRow }: ChangedValue) => places.get(key(path, extraRow)) ?? places.size;
  return values.toSorted((a, b) => placeOf(a) - placeOf(b));
}
