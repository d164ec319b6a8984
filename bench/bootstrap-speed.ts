import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import type { RatioParts } from '../src/stats/numeric/sum-by-cluster.ts';
import { bootstrapRatio } from '../src/stats/resampling/bootstrap-ratio.ts';
import type { DrawMethod } from '../src/stats/resampling/bootstrap-sums.ts';
import { pairedBootstrapDifference } from '../src/stats/resampling/paired-bootstrap-difference.ts';

/**
 * Measures the time of bootstrap intervals with 10,000 replicates over 10,000 documents and 20 fields: `node
 * bench/bootstrap-speed.ts`. For comparison, also measures a simple loop that draws the documents of one field one by
 * one. Prints medians of five alternating runs, in processor time of the thread. Limit for 20 fields: 2 s.
 */
const documents = 10_000;
const replicates = 10_000;
const fields = 20;

const random = new Random('bootstrap speed');

/**
 * Returns random numerators and denominators of the F1 of one field. Each document has a random number of leaves,
 * from 1 to `rows`.
 */
function field(rate: number, rows: number): RatioParts {
  const numerators = new Float64Array(documents);
  const denominators = new Float64Array(documents);
  for (let document = 0; document < documents; document++) {
    const leaves = rows === 1 ? 1 : 1 + random.integer(rows);
    for (let leaf = 0; leaf < leaves; leaf++) {
      const right = random.next() < rate ? 2 : 0;
      numerators[document] = (numerators[document] as number) + right;
      denominators[document] = (denominators[document] as number) + Math.max(right, random.integer(3));
    }
  }
  return { numerators, denominators };
}

const scalar = Array.from({ length: fields }, (_, i) => field(0.8 + i / 100, 1));
const withTable = scalar.map((parts, i) => (i < fields - 4 ? parts : field(0.8 + i / 100, 8)));
const again = scalar.map((_, i) => field(0.8 + i / 100, 1));

const all = (list: readonly RatioParts[], draw: DrawMethod): number =>
  list.reduce(
    (sum, parts, i) => sum + (bootstrapRatio({ ...parts, replicates, seed: i, draw })?.low ?? 0),
    0,
  );

const tasks: Readonly<Record<string, () => number>> = {
  '20 scalar fields': () => all(scalar, 'auto'),
  '16 scalar fields and 4 columns of a table of 1 to 8 rows': () => all(withTable, 'auto'),
  '20 paired differences': () =>
    scalar.reduce(
      (sum, baseline, i) =>
        sum +
        (pairedBootstrapDifference({ baseline, candidate: again[i] as RatioParts, replicates, seed: i })
          ?.low ?? 0),
      0,
    ),
  'yardstick: 1 scalar field, document by document': () => all(scalar.slice(0, 1), 'documents'),
};

const times = new Map(Object.keys(tasks).map((name) => [name, [] as number[]]));
let consumed = 0;
for (let round = 0; round < 5; round++) {
  for (const [name, task] of Object.entries(tasks)) {
    const start = process.threadCpuUsage();
    consumed += task();
    const { user, system } = process.threadCpuUsage(start);
    times.get(name)?.push((user + system) / 1e6);
  }
}
console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/bootstrap-speed.ts\n${documents} documents, ${replicates} replicates; goal: under 2 s of processor time`,
);
for (const [name, seconds] of times) {
  const sorted = seconds.toSorted((a, b) => a - b);
  console.log(
    `${(sorted[2] as number).toFixed(2).padStart(7)} s  (${(sorted[0] as number).toFixed(2)} to ${(sorted[4] as number).toFixed(2)})  ${name}`,
  );
}
console.log(`(sum of the low bounds: ${consumed.toFixed(6)})`);
