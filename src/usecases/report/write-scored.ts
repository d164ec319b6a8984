import type { ReportModel } from '../../model/report/report-model.ts';
import { type OpenSinks, reportWhileScoring } from '../../report/formats/write-report.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings/resolve-settings.ts';

/** Writes a report while `score` scores its documents, and reports the notices of the formats. */
export async function writeScored(
  out: string,
  { formats, written }: Pick<Settings, 'formats' | 'written'>,
  score: (openSinks: OpenSinks) => Promise<ReportModel>,
  ports: Pick<Ports, 'notice'>,
): Promise<{ readonly model: ReportModel; readonly files: readonly string[] }> {
  const { model, files, notices } = await reportWhileScoring(out, formats, written, score);
  for (const notice of notices) ports.notice(notice);
  return { model, files };
}
