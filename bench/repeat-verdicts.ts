import { availableParallelism, cpus } from 'node:os';
import { averageRepeats } from '../src/analysis/fold/average-repeats.ts';
import { comparePaired } from '../src/analysis/measure/compare-paired.ts';
import type { PairedQuestion } from '../src/analysis/measure/paired-question.ts';
import { measureRatio, measureShare } from '../src/analysis/measure/ratio-series.ts';
import { defaultStatistics, type StatisticsSettings } from '../src/analysis/measure/settings.ts';
import { Random } from '../src/base/random.ts';
import type { Measurement } from '../src/model/score/measurement.ts';
import type { Parts } from '../src/model/score/metrics.ts';
import { type PairedDocument, pairedQuestion } from '../test/fixtures/comparisons/paired-documents.ts';

/*
 * Measures false alarms and the coverage of intervals over repeated runs (`--repeat`): `node bench/repeat-verdicts.ts
 * [runs]`.
 *
 * A document has 10 fields. It is easy, medium or hard for a version. This determines the probability that a repeat
 * reads a field right. The true recall is the mean of these probabilities. The true share of fully right documents is
 * the mean of the tenth powers of these probabilities. Both versions are equally good, so every `improved` or
 * `regressed` is a false alarm.
 *
 * - `again`: share of documents whose difficulty is drawn again for the candidate. With 0, the same version runs twice.
 * - `lost`: share of repeats that failed and are left out.
 * - coverage: how often the 95 % interval of the baseline's rate contains the true rate.
 */
const runs = Number(process.argv[2] ?? 2000);
const fields = 10;
const kinds = [
  { share: 0.6, chance: 0.99 },
  { share: 0.3, chance: 0.9 },
  { share: 0.1, chance: 0.6 },
] as const;
const mean = (of: (chance: number) => number): number =>
  kinds.reduce((sum, { share, chance }) => sum + share * of(chance), 0);
const trueRecall = mean((chance) => chance);
const trueExact = mean((chance) => chance ** fields);

interface Design {
  readonly documents: number;
  readonly repeats: number;
  readonly again: number;
  readonly lost: number;
}

/** The result of one repeat: for each field, whether it was right; `null` if the repeat failed. */
type Repeat = readonly boolean[] | null;

const exactly = (fieldsRight: readonly boolean[]): Parts => [fieldsRight.every(Boolean) ? 1 : 0, 1];
const recall = (fieldsRight: readonly boolean[]): Parts => [fieldsRight.filter(Boolean).length, fields];
const one =
  (field: number) =>
  (fieldsRight: readonly boolean[]): Parts => [fieldsRight[field] ? 1 : 0, 1];

const designs: readonly Design[] = [20, 50, 200].flatMap((documents) => [
  { documents, repeats: 1, again: 0, lost: 0 },
  { documents, repeats: 3, again: 0, lost: 0 },
  { documents, repeats: 3, again: 1, lost: 0 },
  { documents, repeats: 3, again: 0.5, lost: 0.2 },
  { documents, repeats: 10, again: 0, lost: 0 },
]);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; node bench/repeat-verdicts.ts ${runs}`,
);
console.log(
  `${runs} A/A comparisons per line, ${fields} fields; true recall ${trueRecall.toFixed(4)}, fully right ${trueExact.toFixed(4)}; shares of runs in %\n`,
);
console.log('                               |    false alarms      |  coverage (mean width in points)');
console.log(
  'documents repeats again  lost  |  any headline fields |   fully right     recall      one field',
);
let worst = 0;
for (const design of designs) console.log(line(design));
console.log(`\nmost false alarms: ${worst.toFixed(1)} %`);

function line(design: Design): string {
  const random = new Random(`repeats/${JSON.stringify(design)}`);
  const alarms = { any: 0, headline: 0, fields: 0 };
  const intervals = { exact: coverage(trueExact), recall: coverage(trueRecall), field: coverage(trueRecall) };
  for (let run = 0; run < runs; run++) {
    const settings: StatisticsSettings = { ...defaultStatistics, replicates: 1000, seed: `run ${run}` };
    const { baseline, candidate } = readBoth(random, design);
    const compared = comparePaired(
      [
        question(baseline, candidate, exactly),
        question(baseline, candidate, recall),
        ...Array.from({ length: fields }, (_, field) => question(baseline, candidate, one(field))),
      ],
      settings,
    );
    const [headline, parts] = [compared.slice(0, 2), compared.slice(2)];
    const [inHeadline, inFields] = [headline, parts].map((family) =>
      family.some(({ verdict }) => verdict === 'improved' || verdict === 'regressed'),
    );
    if (inHeadline) alarms.headline++;
    if (inFields) alarms.fields++;
    if (inHeadline || inFields) alarms.any++;
    const shares = baseline.map((repeats) => partsOf(repeats, exactly)?.[0] ?? null);
    intervals.exact.add(
      measureShare(
        'exact',
        'overall',
        { documents: Int32Array.from(shares.keys()), settings },
        (position) => shares[position] ?? null,
      ),
    );
    intervals.recall.add(ratio(baseline, recall, settings));
    intervals.field.add(ratio(baseline, one(0), settings));
  }
  worst = Math.max(worst, (100 * alarms.any) / runs);
  const share = (count: number, width: number) => ((100 * count) / runs).toFixed(1).padStart(width);
  return [
    `${String(design.documents).padStart(9)} ${String(design.repeats).padStart(7)} ${design.again.toFixed(1).padStart(5)} ${design.lost.toFixed(1).padStart(5)}  `,
    `${share(alarms.any, 5)} ${share(alarms.headline, 8)} ${share(alarms.fields, 6)} `,
    ` ${intervals.exact.text()}  ${intervals.recall.text()}  ${intervals.field.text()}`,
  ].join('|');
}

function readBoth(random: Random, { documents, repeats, again, lost }: Design) {
  const kind = (): number => {
    let luck = random.next();
    for (const { share, chance } of kinds) {
      if (luck < share) return chance;
      luck -= share;
    }
    return kinds[2].chance;
  };
  const read = (chance: number): Repeat[] =>
    Array.from({ length: repeats }, () =>
      random.next() < lost ? null : Array.from({ length: fields }, () => random.next() < chance),
    );
  const chances = Array.from({ length: documents }, kind);
  return {
    baseline: chances.map(read),
    candidate: chances.map((chance) => read(random.next() < again ? kind() : chance)),
  };
}

function partsOf(repeats: readonly Repeat[], of: (right: readonly boolean[]) => Parts): Parts | null {
  return averageRepeats(repeats, (repeat) => (repeat === null ? null : of(repeat)));
}

/**
 * Returns the data of one question of a report. Recall uses a permutation test. Fully right documents and the
 * single field use McNemar's test.
 */
function question(
  baseline: readonly (readonly Repeat[])[],
  candidate: readonly (readonly Repeat[])[],
  of: (right: readonly boolean[]) => Parts,
): PairedQuestion {
  const documents = baseline.map((repeats, i): PairedDocument => {
    const before = partsOf(repeats, of);
    const after = partsOf(candidate[i] as readonly Repeat[], of);
    const right = (parts: Parts | null) => (parts === null ? null : parts[0] / parts[1]);
    return { baseline: before, candidate: after, baselineRight: right(before), candidateRight: right(after) };
  });
  const test = of === recall ? 'permutation' : 'mcnemar';
  return pairedQuestion({ metric: 'recall', scope: of.name, test }, documents);
}

function ratio(
  version: readonly (readonly Repeat[])[],
  of: (right: readonly boolean[]) => Parts,
  settings: StatisticsSettings,
): Measurement {
  const parts = version.map((repeats) => partsOf(repeats, of));
  const documents = Int32Array.from(parts.keys());
  return measureRatio('recall', 'overall', { documents, settings }, (position) => parts[position] ?? null);
}

/** Counts how often an interval contains the true value `truth`, and adds up the widths of the intervals. */
function coverage(truth: number) {
  let held = 0;
  let width = 0;
  return {
    add({ interval }: Measurement): void {
      if (interval === undefined) return;
      if (interval.low <= truth && truth <= interval.high) held++;
      width += interval.high - interval.low;
    },
    text: (): string =>
      `${((100 * held) / runs).toFixed(1).padStart(5)} (${((100 * width) / runs).toFixed(1).padStart(4)})`,
  };
}
