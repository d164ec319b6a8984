import { availableParallelism, cpus } from 'node:os';
import { comparePaired } from '../src/analysis/measure/compare-paired.ts';
import { Random } from '../src/base/random.ts';
import {
  type ComparisonDesign,
  simulateComparison,
} from '../test/fixtures/comparisons/simulated-comparison.ts';

/*
 * Measures how often a comparison of two equal versions reports a difference: `node bench/verdict-false-alarms.ts [runs]
 * [flips] [first design]`. Every verdict `improved` or `regressed` in the family (two headline metrics and all fields) is
 * a false alarm. A design passes if the share of runs with a false alarm, minus 2 Monte Carlo standard errors, is at most
 * 5 %.
 */
const runs = Number(process.argv[2] ?? 4000);
const flips = Number(process.argv[3] ?? 2000);
const first = Number(process.argv[4] ?? 0);

const base: ComparisonDesign = { documents: 200, fields: 12, errors: 0.05 };
const designs: readonly ComparisonDesign[] = [
  // The first designs vary each property at least once. The other designs complete the grid.
  base,
  { ...base, documents: 20, fields: 5, errors: 0.2 },
  { ...base, documents: 50, fields: 20, errors: 0.02 },
  { ...base, documents: 1000, fields: 12, errors: 0.02 },
  { ...base, redrawn: 0.3 },
  { ...base, repeats: 3 },
  { ...base, documents: 100, clusterSize: 5 },
  { ...base, documents: 500, clusterSize: 20 },
  { ...base, documents: 500, clusterSize: 5 },
  { ...base, tables: true },
  ...[20, 50, 200, 1000].flatMap((documents) =>
    [5, 12, 20].flatMap((fields) => [0.02, 0.05, 0.2].map((errors) => ({ documents, fields, errors }))),
  ),
];

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/verdict-false-alarms.ts ${runs} ${flips}`,
);
console.log(
  `${runs} runs per line, ${flips} sign flips. Shares of runs in %. Limit: false alarms − 2 MCSE at most 5`,
);
console.log(
  'documents fields errors redrawn repeats cluster tables | false alarms (MCSE)  headline  fields | result',
);
for (const design of designs.slice(first)) console.log(line(design));

function line(design: ComparisonDesign): string {
  const random = new Random(`false alarms/${JSON.stringify(design)}`);
  const tally = { any: 0, headline: 0, fields: 0 };
  for (let run = 0; run < runs; run++) {
    const { questions, settings } = simulateComparison(random, design, `run ${run}`);
    const alarms = comparePaired(questions, { ...settings, flips }).map(
      ({ verdict }) => verdict === 'improved' || verdict === 'regressed',
    );
    const headline = alarms.slice(0, 2).includes(true);
    const fields = alarms.slice(2).includes(true);
    if (headline) tally.headline++;
    if (fields) tally.fields++;
    if (headline || fields) tally.any++;
  }
  const share = tally.any / runs;
  const error = Math.sqrt((share * (1 - share)) / runs);
  const shown = (value: number, width: number) => (100 * value).toFixed(2).padStart(width);
  return [
    String(design.documents).padStart(9),
    String(design.fields).padStart(6),
    design.errors.toFixed(2).padStart(6),
    (design.redrawn ?? 1).toFixed(1).padStart(7),
    String(design.repeats ?? 1).padStart(7),
    String(design.clusterSize ?? '-').padStart(7),
    (design.tables ? 'yes' : 'no').padStart(6),
    `| ${shown(share, 12)} (${(100 * error).toFixed(2)})`,
    shown(tally.headline / runs, 9),
    shown(tally.fields / runs, 7),
    `| ${share - 2 * error <= 0.05 ? 'pass' : 'FAIL'}`,
  ].join(' ');
}
