import type { PairedQuestion } from '../src/analysis/measure/paired-question.ts';
import { defaultStatistics, type StatisticsSettings } from '../src/analysis/measure/settings.ts';
import type { Random } from '../src/base/random.ts';
import { type PairedDocument, pairedQuestion } from '../test/fixtures/comparisons/paired-documents.ts';

export const fields = 20;
/** Share of the leaves that the baseline has right. */
export const rate = 0.92;

/** Simulated results of two versions on the same documents. */
export interface Design {
  readonly documents: number;
  /**
   * Probability that the candidate draws the random number of a leaf again. With 1, the results of the two
   * versions are independent.
   */
  readonly again: number;
  /**
   * Rate of right leaves of the baseline, minus that of the candidate. The loss is in every field if `where` is `all`,
   * otherwise only in the first field.
   */
  readonly loss: number;
  readonly where: 'all' | 'one';
  /**
   * Number of vendors; `null` if documents are independent. Documents of one vendor tend to succeed or fail together.
   */
  readonly vendors: number | null;
  readonly clustered: boolean;
}

type Reading = readonly (readonly boolean[])[];

/**
 * Simulates both versions on the same documents. A random number decides whether a leaf is right. Some leaves have
 * their own random number, and others use the random number of their document or vendor. Random numbers per document
 * make two leaves of a document correlate by .1. The candidate uses the baseline's random numbers, except for the share
 * `again`, which it draws again.
 */
function readTwice(random: Random, design: Design): { before: Reading; after: Reading } {
  const { documents, vendors, loss, where, again } = design;
  const lucks = (): readonly [number, number] => {
    const luck = random.next();
    return [luck, random.next() < again ? random.next() : luck];
  };
  const ofVendors = Array.from({ length: vendors ?? 0 }, () => Array.from({ length: fields }, lucks));
  const rows = Array.from({ length: documents }, (_, document) => {
    const ofDocument = lucks();
    return Array.from({ length: fields }, (_, field) => {
      const lost = where === 'all' || field === 0 ? loss : 0;
      const ofVendor = vendors === null ? undefined : ofVendors[document % vendors]?.[field];
      const [luck, luckAfter] =
        ofVendor !== undefined && random.next() < 0.8
          ? ofVendor
          : random.next() < Math.sqrt(0.1)
            ? ofDocument
            : lucks();
      return [luck < rate, luckAfter < rate - lost] as const;
    });
  });
  return {
    before: rows.map((row) => row.map(([right]) => right)),
    after: rows.map((row) => row.map(([, right]) => right)),
  };
}

/**
 * Returns the questions of one comparison in the order of a report: first the two questions of the headline,
 * then one per field.
 */
export function drawComparison(
  random: Random,
  design: Design,
  run: number,
): { questions: PairedQuestion[]; settings: StatisticsSettings } {
  const { vendors, clustered } = design;
  const { before, after } = readTwice(random, design);
  const right = (row: readonly boolean[]): number => row.filter(Boolean).length;
  const question = (
    scope: string,
    test: 'mcnemar' | 'permutation',
    of: (row: readonly boolean[]) => readonly [number, number],
  ): PairedQuestion =>
    pairedQuestion(
      { metric: 'recall', scope, test },
      before.map((row, i): PairedDocument => {
        const [baseline, candidate] = [of(row), of(after[i] as readonly boolean[])];
        return {
          baseline,
          candidate,
          baselineRight: baseline[0] === baseline[1],
          candidateRight: candidate[0] === candidate[1],
        };
      }),
    );
  return {
    questions: [
      question('exact', 'mcnemar', (row) => [right(row) === fields ? 1 : 0, 1]),
      question('overall', 'permutation', (row) => [right(row), fields]),
      ...Array.from({ length: fields }, (_, field) =>
        question(`field:${field}`, 'mcnemar', (row) => [row[field] ? 1 : 0, 1]),
      ),
    ],
    settings: {
      ...defaultStatistics,
      replicates: 1000,
      seed: `run ${run}`,
      clusterBy: clustered ? 'vendor' : undefined,
      clusters: clustered ? before.map((_, i) => `vendor ${i % (vendors ?? 1)}`) : undefined,
    },
  };
}
