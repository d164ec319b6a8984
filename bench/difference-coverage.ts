import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import type { Bounds } from '../src/stats/intervals/share-interval.ts';
import type { RatioParts } from '../src/stats/numeric/sum-by-cluster.ts';
import type { BootstrapOptions } from '../src/stats/resampling/bootstrap-ratio.ts';
import { pairedBootstrapDifference } from '../src/stats/resampling/paired-bootstrap-difference.ts';
import { pairedRatioDifference } from '../src/stats/tests/paired-ratio-difference.ts';

/**
 * Measures how often the interval of a difference contains the true difference of two versions on the same documents:
 * `node bench/difference-coverage.ts [trials]`. The baseline's leaves are right with probability .9, and two leaves of
 * a document correlate by rho. The candidate draws a share of the leaves again, as whole documents or as single leaves.
 * A redrawn leaf is right with probability .9 + gain, so the true difference is share x gain.
 */
const trials = Number(process.argv[2] ?? 2000);
const replicates = 1000;
const baselineRate = 0.9;

interface Scenario {
  readonly leaves: number;
  readonly rho: number;
  readonly changed: number;
  readonly gain: number;
}

const scenarios: readonly Scenario[] = [0, -0.2].flatMap((gain) => [
  { leaves: 1, rho: 0, changed: 0.2, gain },
  { leaves: 1, rho: 0, changed: 0.5, gain },
  { leaves: 20, rho: 0, changed: 0.2, gain },
  { leaves: 20, rho: 0.1, changed: 0.2, gain },
  { leaves: 20, rho: 0.1, changed: 0.5, gain },
]);

interface Pair {
  readonly baseline: RatioParts;
  readonly candidate: RatioParts;
}

const bootstrap =
  (method: BootstrapOptions['method']) =>
  (pair: Pair, seed: string): Bounds | null =>
    pairedBootstrapDifference({ ...pair, replicates, seed, method });

const methods: Readonly<Record<string, (pair: Pair, seed: string) => Bounds | null>> = {
  percentile: bootstrap('percentile'),
  expanded: bootstrap('expanded'),
  bca: bootstrap('bca'),
  'linearised+1': (pair) => pairedRatioDifference(pair),
};

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/difference-coverage.ts ${trials}`,
);
console.log(
  `coverage of 95 % intervals in % (mean width in points); ${trials} trials, ${replicates} replicates`,
);
console.log(
  ['   n leaves  rho changed  gain', ...Object.keys(methods).map((name) => name.padStart(13))].join(' '),
);
for (const n of [20, 50, 200]) for (const scenario of scenarios) console.log(line(n, scenario));

function line(n: number, scenario: Scenario): string {
  const random = new Random(`difference/${n}/${JSON.stringify(scenario)}`);
  const truth = scenario.changed * scenario.gain;
  const covered = new Map(Object.keys(methods).map((name) => [name, { hits: 0, width: 0 }]));
  for (let trial = 0; trial < trials; trial++) {
    const pair = draw(random, n, scenario);
    for (const [name, method] of Object.entries(methods)) {
      const bounds = method(pair, `${trial}`);
      const tally = covered.get(name);
      if (bounds === null || tally === undefined) continue;
      if (bounds.low <= truth + 1e-9 && truth - 1e-9 <= bounds.high) tally.hits++;
      tally.width += bounds.high - bounds.low;
    }
  }
  const cells = [...covered.values()].map(({ hits, width }) =>
    `${((100 * hits) / trials).toFixed(1)} (${((100 * width) / trials).toFixed(1)})`.padStart(13),
  );
  const { leaves, rho, changed, gain } = scenario;
  return `${String(n).padStart(4)} ${String(leaves).padStart(6)} ${rho.toFixed(1).padStart(4)} ${changed.toFixed(2).padStart(7)} ${gain.toFixed(2).padStart(5)} ${cells.join(' ')}`;
}

function draw(random: Random, n: number, { leaves, rho, changed, gain }: Scenario): Pair {
  const shared = Math.sqrt(rho);
  const before = new Float64Array(n);
  const after = new Float64Array(n);
  // The candidate draws a whole document again with probability w. In the other documents, it draws each leaf again
  // with probability w. The share of leaves that are drawn again is therefore 1 - (1 - w)^2, which must equal
  // `changed`.
  const anew = 1 - Math.sqrt(1 - changed);
  for (let document = 0; document < n; document++) {
    const common = random.next() < baselineRate ? 1 : 0;
    const commonAnew = random.next() < baselineRate + gain ? 1 : 0;
    const whole = random.next() < anew;
    for (let leaf = 0; leaf < leaves; leaf++) {
      const right = random.next() < shared ? common : random.next() < baselineRate ? 1 : 0;
      const rightAnew = random.next() < shared ? commonAnew : random.next() < baselineRate + gain ? 1 : 0;
      before[document] = (before[document] as number) + right;
      after[document] = (after[document] as number) + (whole || random.next() < anew ? rightAnew : right);
    }
  }
  const denominators = new Float64Array(n).fill(leaves);
  return { baseline: { numerators: before, denominators }, candidate: { numerators: after, denominators } };
}
