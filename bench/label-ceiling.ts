import { writeFile } from 'node:fs/promises';
import { Random } from '../src/base/random.ts';
import { monteCarloError } from '../test/fixtures/simulations/clustered-certificates.ts';
import { ceilingCoverage } from '../test/fixtures/simulations/double-labels.ts';
import { splitCeilingCoverage, splitMetrics } from '../test/fixtures/simulations/double-splits.ts';

/**
 * Measures how often the 95 % interval of the label ceiling contains the true ceiling: `node bench/label-ceiling.ts
 * [repetitions]`. For leaves, the true ceiling is 1 minus the share of wrong labels. For packets, it is simulated.
 * Writes bench/results/label-ceiling.txt. Exits with 1 if the coverage of a design, plus 2 Monte Carlo standard
 * errors, is below 93.5 %.
 */
const repetitions = Number(process.argv[2] ?? 2000);
const limit = 0.935;

const lines = [
  `Label ceiling: ${repetitions} data sets each, 12 leaves per document, generator ${Random.generatorName}.`,
  'node bench/label-ceiling.ts: coverage of the 95 % interval in % (Monte Carlo standard error), limit 93.5 %.',
  '"spread" is the variance of the difficulty of documents. ! marks a miss.',
  '',
  'documents wrong labels spread second labels    coverage  mean width (points)',
];
let misses = 0;
for (const isAdjudicated of [false, true])
  for (const documents of [30, 60])
    for (const errors of [0.02, 0.005])
      for (const spread of [0, 0.5] as const) {
        const design = { documents, leaves: 12, errors, spread, isAdjudicated };
        const { coverage, width } = ceilingCoverage(design, repetitions);
        const error = monteCarloError(coverage, repetitions);
        const isMet = coverage + 2 * error >= limit;
        if (!isMet) misses++;
        const second = isAdjudicated ? 'adjudicated' : 'independent';
        const shown = `${(100 * coverage).toFixed(1)} (${(100 * error).toFixed(1)})${isMet ? ' ' : '!'}`;
        lines.push(
          `${String(documents).padStart(9)} ${`${100 * errors} %`.padStart(12)} ${String(spread).padStart(6)} ${second.padStart(13)} ${shown.padStart(13)} ${width.toFixed(1).padStart(11)}`,
        );
      }
lines.push(
  '',
  'Packets of 6 pages. An annotator decides wrongly in this share of the pages (boundaries) and documents (types).',
  `packets wrong second labels ${splitMetrics.map((metric) => metric.padStart(19)).join('')}`,
);
for (const isAdjudicated of [false, true])
  for (const packets of [30, 60, 200])
    for (const errors of [0.02, 0.005]) {
      const found = splitCeilingCoverage({ packets, pages: 6, errors, isAdjudicated }, repetitions);
      const cells = splitMetrics.map((metric) => {
        const coverage = found.get(metric) as number;
        const error = monteCarloError(coverage, repetitions);
        const isMet = coverage + 2 * error >= limit;
        if (!isMet) misses++;
        return `${(100 * coverage).toFixed(1)} (${(100 * error).toFixed(1)})${isMet ? ' ' : '!'}`.padStart(
          19,
        );
      });
      const second = isAdjudicated ? 'adjudicated' : 'independent';
      lines.push(
        `${String(packets).padStart(7)} ${`${100 * errors} %`.padStart(5)} ${second.padStart(13)} ${cells.join('')}`,
      );
    }
lines.push('', misses === 0 ? 'All limits are met.' : `${misses} limits are not met.`);
console.log(lines.join('\n'));
await writeFile(new URL('results/label-ceiling.txt', import.meta.url), `${lines.join('\n')}\n`);
if (misses > 0) process.exitCode = 1;
