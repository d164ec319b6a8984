import { GoldsetError } from '../../base/goldset-error.ts';
import { type ReportFormat, reportFormats } from '../../report/write-report.ts';

/** Returns the formats of `--format`; throws USAGE with the known ones if a word is none of them. */
export function parseFormats(text: string): ReportFormat[] {
  return text.split(',').map((word) => {
    const format = reportFormats.find((known) => known === word.trim());
    if (format !== undefined) return format;
    throw new GoldsetError('USAGE', {
      problem: `--format: found "${word}", expected some of ${reportFormats.join(', ')}`,
      mend: 'For example --format html,csv',
    });
  });
}
