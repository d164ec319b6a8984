import { GoldsetError } from '../../base/goldset-error.ts';
import type { ChangesSince, ValueChange, ValueSince } from '../../model/report/document-state.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import type { Settings } from '../settings/resolve-settings.ts';

/**
 * Compares a rerun with the earlier record from which its documents were selected. Compares the last versions of both
 * records, on the documents that both records contain. Returns `null` if the record is not a rerun, if the earlier
 * record no longer exists, or if the two records cannot be compared.
 */
export async function changesSince(
  reader: RecordReader,
  settings: Pick<Settings, 'optionsOf'>,
): Promise<ChangesSince | null> {
  const { rerun } = reader.plan;
  if (rerun === undefined) return null;
  try {
    const earlier = await openRecord(rerun.record);
    if (earlier.plan.recordId !== rerun.recordId) return null;
    return { record: rerun.record, ...(await changesBetween(earlier, reader, settings)) };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    return null;
  }
}

/**
 * Lists the values that became right or wrong from one record to a later one. Uses the last version of each record, and
 * the documents that both have with the same gold. Throws RECORDS_NOT_COMPARABLE or SCORERS_DIFFER if the records
 * cannot be compared.
 */
export async function changesBetween(
  earlier: RecordReader,
  reader: RecordReader,
  { optionsOf }: Pick<Settings, 'optionsOf'>,
): Promise<Pick<ChangesSince, 'fixed' | 'newErrors'>> {
  const { compareRecords } = await import('../../analysis/compare/compare-records.ts');
  const side = (of: RecordReader) => ({ reader: of, version: of.plan.versions.at(-1)?.requested });
  const options = { common: true, sensitivity: false, optionsOf };
  const { changes } = await compareRecords(side(earlier), side(reader), options);
  const valuesOf = (wanted: ValueChange): ValueSince[] =>
    changes.flatMap(({ itemId, values }) =>
      values
        .filter(({ change }) => change === wanted)
        .map(({ path, expected, baseline, candidate }) => ({
          itemId,
          path,
          expected,
          before: baseline,
          now: candidate,
        })),
    );
  return { fixed: valuesOf('nowRight'), newErrors: valuesOf('newError') };
}
