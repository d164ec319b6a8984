import { availableParallelism, cpus } from 'node:os';
import { acceptance, cells, coverageLine, measureCell } from './interval-coverage/coverage-cells.ts';

/**
 * Measures how often the 95 % interval of a rate contains the true rate, and how wide it is on average: `node
 * bench/interval-coverage.ts [trials]`. Designs with 1,000 documents have a third of the trials. Compares three
 * methods:
 *
 * - `former`: Wilson's formula at the effective number of documents, the method of earlier versions
 * - `korn`: the Clopper-Pearson interval at the effective number of leaves, without the limit of `withUnseen`
 * - `chosen`: `ratioInterval`, which reports use
 *
 * The last lines check the limits. The exit code is 1 if one is not met. docs/metrics/statistics.md quotes the printed
 * table.
 */
const trials = Number(process.argv[2] ?? 3000);

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/interval-coverage.ts ${trials}`,
);
console.log(
  `coverage of 95 % intervals in % with its Monte Carlo standard error, and mean width in points; ${trials} trials (n = 1000: ${Math.round(trials / 3)})`,
);
console.log('   n lengths    documents        corr rate   former width     korn width   chosen  mcse width');
const results = [];
for (const cell of cells()) {
  const result = measureCell(cell, cell.n === 1000 ? Math.round(trials / 3) : trials);
  results.push(result);
  console.log(coverageLine(result));
}
console.log('');
const checks = acceptance(results);
for (const { text } of checks) console.log(text);
if (checks.some(({ holds }) => !holds)) process.exitCode = 1;
