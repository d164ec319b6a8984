import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { type KnownCredits, readCredits } from '../../runner/cost/expected-credits.ts';
import type { ReuseChoice } from '../../runner/cost/reuse-outputs.ts';
import type { Ports } from '../ports.ts';
import { findRecords } from '../view/list-records.ts';

/** Value of `--reuse` that selects all records in the reports folder. */
export const searchReports = 'auto';

/** What a run uses from earlier records. */
export interface EarlierRecords {
  /** Choice of the outputs to reuse; `undefined` if the run reuses none. */
  readonly reuse: ReuseChoice | undefined;
  /** Credits of the outputs in an earlier record. `null` if no earlier record of the dataset has credits. */
  readonly knownCredits: KnownCredits | null;
}

interface EarlierRequest {
  /** Records whose outputs are reused, or `auto` for all records in the reports folder. */
  readonly reuse: readonly string[];
  /** Folder of the new report. Its parent folder is the reports folder. */
  readonly out: string;
  /** Name of the dataset of the run. Credits are read only from an earlier record of this dataset. */
  readonly dataset: string;
  /** Whether to read the credits of an earlier record. */
  readonly needsCredits: boolean;
}

/** Opens the earlier records that a run uses. Throws an error if a record that the user named cannot be read. */
export async function openEarlierRecords(
  { reuse, out, dataset, needsCredits }: EarlierRequest,
  ports: Pick<Ports, 'notice'>,
): Promise<EarlierRecords> {
  const named = await Promise.all(
    reuse.filter((word) => word !== searchReports).map((word) => openRecord(path.resolve(word))),
  );
  for (const { plan, dir } of named)
    if (plan.target.kind === 'predictions')
      throw new GoldsetError('USAGE', {
        problem: `--reuse: ${dir} has imported outputs of another tool, which cannot be reused`,
        fix: 'Name the record of a run.',
      });
  const onUnreadable = (dir: string, thrown: GoldsetError): void =>
    ports.notice(`${dir} cannot be read and will be ignored: ${thrown.message}`);
  const isSearched = reuse.includes(searchReports);
  const others =
    isSearched || (needsCredits && named.length === 0) ? await openAll(path.dirname(out), onUnreadable) : [];
  const isNamed = new Set(named.map(({ dir }) => dir));
  const found = others.filter(({ dir, plan }) => !isNamed.has(dir) && plan.target.kind !== 'predictions');
  const sources = isSearched ? [...named, ...found] : named;
  return {
    reuse:
      reuse.length === 0
        ? undefined
        : {
            sources,
            onUnreadable: (dir, thrown) => {
              if (isNamed.has(dir)) throw thrown;
              onUnreadable(dir, thrown);
            },
          },
    knownCredits: needsCredits ? await creditsOf([...named, ...found], dataset) : null,
  };
}

/**
 * Opens the records in a folder, newest first. Calls `onUnreadable` for each record that cannot be read, and omits this
 * record.
 */
async function openAll(
  folder: string,
  onUnreadable: (dir: string, thrown: GoldsetError) => void,
): Promise<RecordReader[]> {
  const readers: RecordReader[] = [];
  for await (const relative of findRecords(folder)) {
    try {
      readers.push(await openRecord(path.join(folder, relative)));
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      onUnreadable(path.join(folder, relative), thrown);
    }
  }
  return readers.sort((a, b) => (a.plan.createdAt < b.plan.createdAt ? 1 : -1));
}

async function creditsOf(records: readonly RecordReader[], dataset: string): Promise<KnownCredits | null> {
  for (const reader of records) {
    if (reader.plan.dataset.name !== dataset) continue;
    const known = await readCredits(reader).catch(() => null);
    if (known !== null) return known;
  }
  return null;
}
