import { availableParallelism, cpus } from 'node:os';
import { comparePaired } from '../src/analysis/measure/compare-paired.ts';
import { Random } from '../src/base/random.ts';
import { holm } from '../src/stats/tests/adjust-p-values.ts';
import { simulateComparison } from '../test/fixtures/comparisons/simulated-comparison.ts';

/*
 * Measures how often a comparison finds the loss of one field: `node bench/verdict-power.ts [runs] [flips]`. Each run
 * has 200 documents with 12 fields. Both versions err independently at the rate `errors`, and the candidate errs in 5 %
 * more documents in one field.
 *
 * - `equal`: all questions have equal weight.
 * - `primary`: the field was declared primary.
 * - `Holm`: share of the runs in which Holm's correction of the same p-values finds the loss.
 *
 * A line passes if the power is at least the limit, and at most 5 % of the runs have a verdict on another field. Both
 * limits are widened by 2 Monte Carlo standard errors.
 */
const runs = Number(process.argv[2] ?? 6000);
const flips = Number(process.argv[3] ?? 2000);

const limits = [
  { errors: 0.02, equal: 0.35, primary: 0.56 },
  { errors: 0.03, equal: 0.26, primary: 0.47 },
  { errors: 0.05, equal: 0.14, primary: 0.31 },
] as const;

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/verdict-power.ts ${runs} ${flips}`,
);
console.log(`${runs} runs per line, ${flips} sign flips. Shares of runs in %`);
console.log('errors weights | field regressed (MCSE)  limit | verdict on another field |  Holm | result');
for (const { errors, ...wanted } of limits)
  for (const weights of ['equal', 'primary'] as const) console.log(line(errors, weights, wanted[weights]));

function line(errors: number, weights: 'equal' | 'primary', limit: number): string {
  const design = { documents: 200, fields: 12, errors, drop: 0.05 };
  const random = new Random(`power/${JSON.stringify(design)}`);
  let found = 0;
  let others = 0;
  let byHolm = 0;
  for (let run = 0; run < runs; run++) {
    const { questions, settings } = simulateComparison(random, design, `run ${run}`);
    const isPrimary = ({ scope }: { readonly scope: string }) =>
      weights === 'primary' && scope === 'field:field_0';
    const compared = comparePaired(questions, { ...settings, flips }, isPrimary);
    const [, , field, ...other] = compared;
    if (field?.verdict === 'regressed') found++;
    const adjusted = holm(compared.map(({ p }) => p ?? 1))[2] as number;
    if (adjusted <= 0.05 && (field?.difference.value ?? 0) < 0) byHolm++;
    if (other.some(({ verdict }) => verdict === 'improved' || verdict === 'regressed')) others++;
  }
  const mcse = (share: number) => Math.sqrt((share * (1 - share)) / runs);
  const [power, otherShare] = [found / runs, others / runs];
  const isMet = power + 2 * mcse(power) >= limit && otherShare - 2 * mcse(otherShare) <= 0.05;
  const shown = (value: number) => (100 * value).toFixed(1);
  return `${errors.toFixed(2).padStart(6)} ${weights.padEnd(7)} | ${shown(power).padStart(15)} (${shown(mcse(power))}) ${shown(limit).padStart(6)} | ${shown(otherShare).padStart(24)} | ${(weights === 'equal' ? shown(byHolm / runs) : '').padStart(5)} | ${isMet ? 'pass' : 'FAIL'}`;
}
