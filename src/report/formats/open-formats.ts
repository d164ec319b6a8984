import type { ReportModel } from '../../model/report/report-model.ts';
import type { RowSink } from '../../model/report/scored-document.ts';
import type { Format, FormatOptions, RowsAhead } from './define-format.ts';
import { formats, type ReportFormat } from './formats.ts';

interface OpenFormats {
  /** Sinks that receive every scored document in order. */
  readonly sinks: readonly RowSink[];
  /** Messages for the user, for example about the format of the leaf table. */
  readonly notices: readonly string[];
  /** Writes the files of the model, closes the sinks and returns all paths, the page first. */
  write(model: ReportModel): Promise<readonly string[]>;
  /** Removes unfinished files; does nothing after `write`. */
  abort(): void;
}

/** Opens the formats of a report before its documents are scored. The caller calls `abort` if scoring fails. */
export async function openFormats(
  names: readonly ReportFormat[],
  dir: string,
  request: RowsAhead & FormatOptions,
): Promise<OpenFormats> {
  const chosen: readonly Format[] = formats.filter(({ name }) => names.includes(name));
  const opened: { readonly format: Format; readonly sinks: readonly RowSink[] }[] = [];
  const notices: string[] = [];
  for (const format of chosen) {
    const rows = await format.openRows?.(dir, request, request);
    opened.push({ format, sinks: rows?.sinks ?? [] });
    notices.push(...(rows?.notices ?? []));
  }
  const sinks = opened.flatMap((entry) => entry.sinks);
  const abort = () => {
    for (const sink of sinks) sink.abort();
  };
  return {
    sinks,
    notices,
    abort,
    async write(model) {
      try {
        // In parallel, because one format can compute while another waits for the disk.
        const written = await Promise.allSettled(
          opened.map(({ format }) => format.write(model, dir, request)),
        );
        const files: string[] = [];
        for (const [at, result] of written.entries()) {
          if (result.status === 'rejected') throw result.reason;
          files.push(...result.value);
          for (const sink of (opened[at] as (typeof opened)[number]).sinks) files.push(...sink.close());
        }
        return files;
      } catch (error) {
        abort();
        throw error;
      }
    },
  };
}
