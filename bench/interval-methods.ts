import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { linearisedRatio, ratioInterval } from '../src/stats/intervals/linearised-ratio.ts';
import { type Bounds, clopperPearson, wilsonInterval } from '../src/stats/intervals/share-interval.ts';
import { studentTQuantile } from '../src/stats/numeric/distributions.ts';
import { type BootstrapOptions, bootstrapRatio } from '../src/stats/resampling/bootstrap-ratio.ts';

/**
 * Compares methods for the 95 % interval of a rate: `node bench/interval-methods.ts [trials]`. Measures how often the
 * interval contains the true rate, and how wide it is on average. `analytic` is the default of reports, which
 * interval-coverage.ts checks in more designs.
 *
 * Each leaf of a document is right with the same probability. With probability sqrt(rho), a leaf takes the common
 * result of its document, so two leaves of a document correlate by rho. Scenarios of F1 have documents of 5 to 35
 * leaves. Half of their wrong leaves are missing, and half are incorrect.
 */
const trials = Number(process.argv[2] ?? 2000);
const replicates = 1000;

interface Scenario {
  readonly leaves: number;
  readonly rho: number;
  readonly rate: number;
  readonly f1?: boolean;
}

const scenarios: readonly Scenario[] = [0.7, 0.9, 0.95].flatMap((rate) => [
  { leaves: 1, rho: 0, rate },
  { leaves: 20, rho: 0, rate },
  { leaves: 20, rho: 0.1, rate },
  { leaves: 20, rho: 0.3, rate },
  { leaves: 20, rho: 0.1, rate, f1: true },
]);

interface Sample {
  readonly numerators: Float64Array;
  readonly denominators: Float64Array;
}

const bootstrap =
  (method: BootstrapOptions['method']) =>
  (sample: Sample, seed: string): Bounds | null =>
    bootstrapRatio({ ...sample, replicates, seed, method });

function shareOnly(interval: (k: number, n: number) => Bounds): (sample: Sample) => Bounds | null {
  return ({ numerators, denominators }) =>
    denominators.every((part) => part === 1)
      ? interval(
          numerators.reduce((sum, part) => sum + part, 0),
          numerators.length,
        )
      : null;
}

/** Returns value ± t x standard error of `linearisedRatio`. */
function linearisedInterval(sample: Sample): Bounds | null {
  const found = linearisedRatio(sample);
  if (found === null) return null;
  const half = studentTQuantile(0.975, found.units - 1) * found.standardError;
  return { low: found.value - half, high: found.value + half };
}

type Method = (sample: Sample, seed: string, perLeaf: number) => Bounds | null;

const methods: Readonly<Record<string, Method>> = {
  percentile: bootstrap('percentile'),
  expanded: bootstrap('expanded'),
  bca: bootstrap('bca'),
  linearised: linearisedInterval,
  analytic: (sample, _, perLeaf) => ratioInterval({ ...sample, perLeaf }),
  wilson: shareOnly(wilsonInterval),
  'clopper-pearson': shareOnly(clopperPearson),
};

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/interval-methods.ts ${trials}`,
);
console.log(
  `coverage of 95 % intervals in % (mean width in points); ${trials} trials, ${replicates} replicates`,
);
console.log(['   n leaves  rho rate   ', ...Object.keys(methods).map((name) => name.padStart(15))].join(' '));
for (const n of [20, 50, 200]) for (const scenario of scenarios) console.log(line(n, scenario));

function line(n: number, scenario: Scenario): string {
  // F1 is 2 correct / (2 correct + 2 incorrect + missing). Here, half of the wrong values are incorrect, and the other
  // half are missing.
  const truth = scenario.f1
    ? (2 * scenario.rate) / (2 * scenario.rate + 1.5 * (1 - scenario.rate))
    : scenario.rate;
  const random = new Random(`methods/${n}/${JSON.stringify(scenario)}`);
  const covered = new Map(Object.keys(methods).map((name) => [name, { hits: 0, width: 0 }]));
  for (let trial = 0; trial < trials; trial++) {
    const sample = draw(random, n, scenario);
    for (const [name, method] of Object.entries(methods)) {
      const bounds = method(sample, `${trial}`, scenario.f1 ? 2 : 1);
      const tally = covered.get(name);
      if (bounds === null || tally === undefined) continue;
      if (bounds.low <= truth + 1e-9 && truth - 1e-9 <= bounds.high) tally.hits++;
      tally.width += bounds.high - bounds.low;
    }
  }
  const cells = [...covered.values()].map(({ hits, width }) =>
    width === 0
      ? '-'.padStart(15)
      : `${((100 * hits) / trials).toFixed(1)} (${((100 * width) / trials).toFixed(1)})`.padStart(15),
  );
  const { leaves, rho, rate } = scenario;
  return `${String(n).padStart(4)} ${String(leaves).padStart(6)} ${rho.toFixed(1).padStart(4)} ${rate.toFixed(2)} ${scenario.f1 ? 'f1' : '  '} ${cells.join(' ')}`;
}

function draw(random: Random, n: number, { leaves, rho, rate, f1 }: Scenario): Sample {
  const shared = Math.sqrt(rho);
  const numerators = new Float64Array(n);
  const denominators = new Float64Array(n).fill(leaves);
  for (let document = 0; document < n; document++) {
    const common = random.next() < rate ? 1 : 0;
    let right = 0;
    const size = f1 ? 5 + random.integer(31) : leaves;
    for (let leaf = 0; leaf < size; leaf++)
      right += random.next() < shared ? common : random.next() < rate ? 1 : 0;
    numerators[document] = f1 ? 2 * right : right;
    if (!f1) continue;
    let missing = 0;
    for (let leaf = right; leaf < size; leaf++) missing += random.integer(2);
    denominators[document] = 2 * size - missing;
  }
  return { numerators, denominators };
}
