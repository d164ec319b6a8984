import type { DocumentRow } from '../../../model/report/report-model.ts';
import type { ExtractionScoringOptions } from '../../../scorers/extraction/scoring-options.ts';
import type { RecordCauses } from '../../causes/cause-columns.ts';
import { type FoldSource, scoreAgain } from '../../fold/fold-record.ts';
import { documentRow } from './documents-section.ts';

/**
 * Reads and scores one document of a record again, with the values that a report shows. `causes` are those of the
 * scored record. Returns `null` if the record has no document at this position.
 */
export async function readDocument(
  source: FoldSource,
  scoring: ExtractionScoringOptions,
  causes: RecordCauses,
  position: number,
): Promise<DocumentRow | null> {
  if (!Number.isInteger(position) || position < 0 || position >= source.plan.items.count) return null;
  let row: DocumentRow | null = null;
  await scoreAgain(source, scoring, [position], (scores, scored) => {
    row = documentRow(scores, scored, causes.explainAgain(scores));
  });
  return row;
}
