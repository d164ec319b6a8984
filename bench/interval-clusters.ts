import { availableParallelism, cpus } from 'node:os';
import { Random } from '../src/base/random.ts';
import { ratioInterval } from '../src/stats/intervals/linearised-ratio.ts';
import { betaQuantile, normalQuantile } from '../src/stats/numeric/distributions.ts';

/**
 * Measures how often the 95 % interval of a rate over clusters contains the true rate, and how wide it is on average:
 * `node bench/interval-clusters.ts [trials]`. The rate of each cluster is drawn from a beta distribution, so documents
 * of a cluster correlate. Cluster sizes are equal, or log-normal with a standard deviation of .9. Compares two
 * intervals: one uses the effective number of clusters (Kish), as reports do, and the other uses the number of
 * clusters. Checks no limit.
 */
const trials = Number(process.argv[2] ?? 2000);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/interval-clusters.ts ${trials}`,
);
console.log(
  `coverage of 95 % intervals in % with its Monte Carlo standard error, and mean width in points; ${trials} trials`,
);
console.log('clusters size sizes       corr rate   n* of Kish  mcse width   n* = clusters');
const shapes = [
  { clusters: 20, size: 5 },
  { clusters: 25, size: 20 },
  { clusters: 100, size: 5 },
];
for (const shape of shapes)
  for (const sizes of ['equal', 'log-normal'])
    for (const rate of [0.5, 0.9, 0.97, 0.99])
      for (const corr of [0.16, 0.64]) console.log(line({ ...shape, sizes, rate, corr }));

function line(design: { clusters: number; size: number; sizes: string; rate: number; corr: number }): string {
  const { clusters, size, sizes, rate, corr } = design;
  const random = new Random(`interval clusters/${JSON.stringify(design)}`);
  const strength = (1 - corr) / corr;
  let [hits, hitsOfCount, width] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const numerators: number[] = [];
    const denominators: number[] = [];
    for (let cluster = 0; cluster < clusters; cluster++) {
      const own = betaQuantile(random.next(), rate * strength, (1 - rate) * strength);
      const documents = sizes === 'equal' ? size : logNormal(size, random);
      let right = 0;
      for (let i = 0; i < documents; i++) if (random.next() < own) right++;
      numerators.push(right);
      denominators.push(documents);
    }
    const labels = numerators.map((_, cluster) => cluster);
    const ofKish = ratioInterval({ numerators, denominators, clusters: labels });
    const ofCount = ratioInterval({ numerators, denominators });
    if (ofKish === null || ofCount === null) throw new Error('expected documents');
    if (ofKish.low <= rate + 1e-9 && rate - 1e-9 <= ofKish.high) hits++;
    if (ofCount.low <= rate + 1e-9 && rate - 1e-9 <= ofCount.high) hitsOfCount++;
    width += ofKish.high - ofKish.low;
  }
  const share = hits / trials;
  const percent = (value: number, digits = 1) => (100 * value).toFixed(digits);
  const error = percent(Math.sqrt((share * (1 - share)) / trials), 2);
  return `${String(clusters).padStart(8)} ${String(size).padStart(4)} ${sizes.padEnd(10)} ${corr.toFixed(2).padStart(5)} ${rate.toFixed(2)}   ${percent(share).padStart(10)} ${error.padStart(5)} ${percent(width / trials).padStart(5)}   ${percent(hitsOfCount / trials).padStart(13)}`;
}

function logNormal(mean: number, random: Random): number {
  return Math.max(1, Math.round(mean * Math.exp(0.9 * normalQuantile(random.next()) - 0.405)));
}
