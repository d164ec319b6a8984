import type { SuspectSection } from '../../model/suspect.ts';
import type { CsvRow, CsvTable } from './write-csv-file.ts';

/** Columns of the review list; `goldset dataset apply-review` reads it back when the last three are filled in. */
const columns = ['item', 'path', 'label', 'proposed', 'score', 'why', 'decision', 'corrected', 'reviewer'];

/** One line a suspect, the most suspicious first. Label and proposal are JSON, so that a text stays a text. */
export function suspectsTable(section: SuspectSection | null | undefined): CsvTable {
  const rows = (section?.suspects ?? []).map(
    ({ itemId, path, label, proposed, score, reasons }): CsvRow => [
      itemId,
      path,
      JSON.stringify(label),
      JSON.stringify(proposed),
      Number(score.toFixed(2)),
      reasons.map(({ text }) => text).join('; '),
      null,
      null,
      null,
    ],
  );
  return { columns, rows };
}
