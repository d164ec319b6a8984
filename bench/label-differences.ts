import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import {
  drawDifferences,
  estimateFrom,
  estimateRecall,
  type LabelDesign,
  labelSequentially,
  type RecallDesign,
  type Sampling,
  sampling,
} from '../test/fixtures/comparisons/simulated-labels.ts';

/*
 * Measures how well goldset estimates and tests the difference between two versions if only the leaves in which their
 * outputs differ are labelled: `node bench/label-differences.ts [runs] [flips] [seed] [sampling]`. If `sampling` is
 * given, such as `quota 10`, prints only the lines of this sampling. Limits, within 2 Monte Carlo standard errors
 * (MCSE):
 *
 * - the mean estimate is within 2.5 MCSE of the truth
 * - the interval of the overall difference contains the truth in 93.5 to 97 % of the runs
 * - the interval of one field, and the interval of a difference in recall (last table), contain the truth in at least
 *   93.5 % of the runs
 * - two equal versions differ significantly in at most 5 % of the runs
 *
 * `labels` is the mean number of labelled leaves. `agrees` is the share of the runs that come to the same decision as
 * with labels of all differences. The column `agrees` is empty if `sampling` is given. Sequential labelling stops at
 * the first decision, so its line has no interval.
 */
const runs = Number(process.argv[2] ?? 3000);
const flips = Number(process.argv[3] ?? 2000);
const seed = process.argv[4] ?? '1';

const designs: readonly LabelDesign[] = [
  { documents: 200, fields: 12, baseline: 0.05, candidate: 0.05 },
  { documents: 200, fields: 12, baseline: 0.05, candidate: 0.069 },
  { documents: 1000, fields: 12, baseline: 0.05, candidate: 0.05 },
  { documents: 1000, fields: 12, baseline: 0.05, candidate: 0.069 },
  { documents: 1000, fields: 12, baseline: 0.02, candidate: 0.02 },
];
const recallDesigns: readonly RecallDesign[] = [200, 1000].flatMap((documents) =>
  [0.05, 0.15].flatMap((candidate) =>
    [null, 20, 100].map((counted) => ({ documents, baseline: 0.05, candidate, counted })),
  ),
);
const only = process.argv[5];
const kinds = (Object.keys(sampling) as Sampling[]).filter((kind) => only === undefined || kind === only);
if (kinds.length === 0)
  throw new Error(`sampling: found "${only}", expected one of ${Object.keys(sampling).join(', ')}`);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/label-differences.ts ${runs} ${flips} ${seed}${only === undefined ? '' : ` "${only}"`}`,
);
console.log(
  `${runs} runs, ${flips} sign flips. Shares of runs in %, with MCSE in brackets. Differences in correct values per document`,
);
console.log(
  'documents  errors       sampling       labels  bias / MCSE  coverage     of a field   significant   agrees | result',
);
for (const design of designs) {
  for (const line of measure(design)) console.log(line);
  if (only === undefined) console.log(measureSequential(design));
}
if (only === undefined) {
  console.log('documents  errors       values of the gold          bias / MCSE  coverage  | result');
  for (const design of recallDesigns) console.log(measureRecall(design));
}

interface Tally {
  labels: number;
  sum: number;
  squares: number;
  covered: number;
  fieldCovered: number;
  significant: number;
  agrees: number;
}

function measure(design: LabelDesign): string[] {
  const { documents, fields, baseline, candidate } = design;
  const random = new Random(`label differences ${seed} ${JSON.stringify(design)}`);
  const truth = fields * (baseline - candidate);
  const tallies = kinds.map(
    (): Tally => ({ labels: 0, sum: 0, squares: 0, covered: 0, fieldCovered: 0, significant: 0, agrees: 0 }),
  );
  for (let run = 0; run < runs; run++) {
    const differing = drawDifferences(random, design);
    let full = 0;
    for (const [i, kind] of kinds.entries()) {
      const found = estimateFrom(random, differing, design, kind, { seed: `run ${run}`, flips });
      const { overall, field, decision } = found;
      const tally = tallies[i] as Tally;
      if (i === 0) full = decision;
      tally.labels += found.labels;
      tally.sum += overall.difference;
      tally.squares += overall.difference ** 2;
      if (overall.low <= truth && truth <= overall.high) tally.covered++;
      if (field.low <= truth / fields && truth / fields <= field.high) tally.fieldCovered++;
      if (decision !== 0) tally.significant++;
      if (decision === full) tally.agrees++;
    }
  }
  return tallies.map((tally, i) => {
    const mean = tally.sum / runs;
    const bias = (mean - truth) / Math.sqrt((tally.squares / runs - mean ** 2) / runs);
    const share = (count: number) => ({
      value: count / runs,
      error: Math.sqrt(((count / runs) * (1 - count / runs)) / runs),
    });
    const [covered, field, significant] = [
      share(tally.covered),
      share(tally.fieldCovered),
      share(tally.significant),
    ];
    const isRight =
      Math.abs(bias) <= 2.5 &&
      covered.value + 2 * covered.error >= 0.935 &&
      covered.value - 2 * covered.error <= 0.97 &&
      field.value + 2 * field.error >= 0.935 &&
      (baseline !== candidate || significant.value - 2 * significant.error <= 0.05);
    const shown = ({ value, error }: { value: number; error: number }) =>
      `${(100 * value).toFixed(1)} (${(100 * error).toFixed(1)})`.padStart(12);
    return [
      String(documents).padStart(9),
      `${baseline} → ${candidate}`.padEnd(13),
      (kinds[i] as string).padEnd(13),
      (tally.labels / runs).toFixed(0).padStart(6),
      bias.toFixed(2).padStart(12),
      shown(covered),
      shown(field),
      shown(significant),
      (only === undefined ? (100 * (tally.agrees / runs)).toFixed(1) : '').padStart(8),
      `| ${isRight ? 'pass' : 'FAIL'}`,
    ].join(' ');
  });
}

function measureSequential(design: LabelDesign): string {
  const { documents, baseline, candidate } = design;
  const random = new Random(`sequential ${seed} ${JSON.stringify(design)}`);
  let [labels, decided] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const found = labelSequentially(random, drawDifferences(random, design));
    labels += found.labels;
    if (found.decision !== 0) decided++;
  }
  const share = decided / runs;
  const error = Math.sqrt((share * (1 - share)) / runs);
  const isRight = baseline !== candidate || share - 2 * error <= 0.05;
  return [
    String(documents).padStart(9),
    `${baseline} → ${candidate}`.padEnd(13),
    'sequential'.padEnd(13),
    (labels / runs).toFixed(0).padStart(6),
    ' '.repeat(38),
    `${(100 * share).toFixed(1)} (${(100 * error).toFixed(1)})`.padStart(12),
    ' '.repeat(8),
    `| ${isRight ? 'pass' : 'FAIL'}`,
  ].join(' ');
}

function measureRecall(design: RecallDesign): string {
  const { documents, baseline, candidate, counted } = design;
  const random = new Random(`recall ${seed} ${JSON.stringify(design)}`);
  const truth = baseline - candidate;
  let [total, squares, covered] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const { difference, low, high } = estimateRecall(random, design);
    total += difference;
    squares += difference ** 2;
    if (low <= truth && truth <= high) covered++;
  }
  const mean = total / runs;
  const bias = (mean - truth) / Math.sqrt((squares / runs - mean ** 2) / runs);
  const share = covered / runs;
  const error = Math.sqrt((share * (1 - share)) / runs);
  return [
    String(documents).padStart(9),
    `${baseline} → ${candidate}`.padEnd(13),
    (counted === null ? 'known' : `estimated from ${counted}`).padEnd(26),
    bias.toFixed(2).padStart(12),
    `${(100 * share).toFixed(1)} (${(100 * error).toFixed(1)})`.padStart(12),
    `| ${share + 2 * error >= 0.935 ? 'pass' : 'FAIL'}`,
  ].join(' ');
}
