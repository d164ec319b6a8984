import { writeFile } from 'node:fs/promises';
import { comparePaired } from '../src/analysis/measure/compare-paired.ts';
import { Random } from '../src/base/random.ts';
import { simulateComparisons } from '../test/fixtures/comparisons/simulated-comparison.ts';
import { monteCarloError } from '../test/fixtures/simulations/clustered-certificates.ts';

/**
 * Measures false alarms over several comparisons with one fixed baseline: `node bench/repeated-looks.ts [repetitions]`.
 * All versions are equal, so every `improved` or `regressed` is a false alarm. Writes bench/results/repeated-looks.txt.
 * With `statistics.looks`, at most 5 % of the repetitions may have a false alarm. Exits with 1 if their share, minus 2
 * Monte Carlo standard errors, is above this limit.
 */
const repetitions = Number(process.argv[2] ?? 400);
const flips = 4000;
const design = { documents: 200, fields: 12, errors: 0.05 };

const lines = [
  `Comparisons of equal candidates with one baseline: ${repetitions} repetitions, 200 documents, 12 fields, 5 % errors,`,
  `${flips} sign flips, generator ${Random.generatorName}. node bench/repeated-looks.ts`,
  'At least one false alarm: share of the repetitions in % (Monte Carlo standard error). ! marks a miss.',
  '',
  'comparisons  stated mean  mean with looks 1  at least one, looks 1  at least one, looks = comparisons',
];
let misses = 0;
for (const looks of [5, 20]) {
  const random = new Random(`repeated looks/${looks}`);
  const alarms = { all: 0, alone: 0, planned: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const comparisons = simulateComparisons(random, design, `run ${repetition}`, looks);
    const count = (planned: number) =>
      comparisons.filter(({ questions, settings }) =>
        comparePaired(questions, { ...settings, flips, looks: planned }).some(
          ({ verdict }) => verdict === 'improved' || verdict === 'regressed',
        ),
      ).length;
    const alone = count(1);
    alarms.all += alone;
    if (alone > 0) alarms.alone++;
    if (count(looks) > 0) alarms.planned++;
  }
  const mean = alarms.all / repetitions;
  const shown = (share: number) =>
    `${(100 * share).toFixed(1)} (${(100 * monteCarloError(share, repetitions)).toFixed(1)})`;
  const [alone, planned] = [alarms.alone / repetitions, alarms.planned / repetitions];
  const isMet = planned - 2 * monteCarloError(planned, repetitions) <= 0.05;
  if (!isMet) misses++;
  lines.push(
    `${String(looks).padStart(11)} ${(looks * 0.05).toFixed(2).padStart(12)} ${mean.toFixed(2).padStart(18)} ${shown(alone).padStart(22)} ${shown(planned).padStart(34)}${isMet ? '' : '!'}`,
  );
}
lines.push('', misses === 0 ? 'The limit of 5 % is met.' : 'The limit of 5 % is not met.');
console.log(lines.join('\n'));
await writeFile(new URL('results/repeated-looks.txt', import.meta.url), `${lines.join('\n')}\n`);
if (misses > 0) process.exitCode = 1;
