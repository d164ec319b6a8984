import { availableParallelism, cpus } from 'node:os';
import { comparePaired } from '../src/analysis/measure/compare-paired.ts';
import { Random } from '../src/base/random.ts';
import { mcnemarPower } from '../src/stats/power/mcnemar-power.ts';
import { type Design, drawComparison, fields, rate } from './drawn-comparisons.ts';

/*
 * Measures power by number of documents: `node bench/power-curves.ts [runs] [flips]`. Power is how often a comparison
 * finds a loss of a given size. The documents have 20 fields as in drawn-comparisons.ts, and the candidate draws half
 * of the leaves again. Measures the power of the headline for a loss in every field, and the power of one field for a
 * loss in this field. Both adjust for all questions, as in reports. In the rows "asked alone", the field is the only
 * question, and the result is compared with `mcnemarPower`.
 */
const runs = Number(process.argv[2] ?? 1000);
const flips = Number(process.argv[3] ?? 2000);
const again = 0.5;
const sizes = [25, 50, 100, 200, 400, 800];

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}; node bench/power-curves.ts ${runs} ${flips}`,
);
console.log(
  `${runs} runs a cell, ${flips} sign flips, ${fields} fields, rate ${rate}; share of runs in which the loss is found, in %\n`,
);
console.log(
  ['loss of every field, found in the headline'.padEnd(52), ...sizes.map((n) => `n ${n}`.padStart(7))].join(
    '',
  ),
);
for (const loss of [0.005, 0.01, 0.02, 0.05])
  row(`${(loss * 100).toFixed(1)} points`, (n) => power(n, loss, 'all').found);
console.log(`\n${'loss of one field, found in that field'.padEnd(52)}`);
for (const loss of [0.05, 0.1, 0.2]) {
  const cells = sizes.map((n) => power(n, loss, 'one'));
  const size = `${(loss * 100).toFixed(0)} points`;
  row(`${size}, among ${fields} fields and the headline`, (_, at) => cells[at]?.found ?? 0);
  row(`${size}, asked alone`, (_, at) => cells[at]?.alone ?? 0);
  row(`${size}, asked alone, as mcnemarPower says`, (n) => planned(n, loss));
}

function row(name: string, cell: (documents: number, at: number) => number): void {
  const cells = sizes.map((n, at) => (100 * cell(n, at)).toFixed(1).padStart(7));
  console.log([`  ${name}`.padEnd(52), ...cells].join(''));
}

function power(documents: number, loss: number, where: Design['where']): { found: number; alone: number } {
  const design: Design = { documents, again, loss, where, vendors: null, clustered: false };
  const random = new Random(`power/${JSON.stringify(design)}`);
  let found = 0;
  let alone = 0;
  for (let run = 0; run < runs; run++) {
    const { questions, settings: drawn } = drawComparison(random, design, run);
    const settings = { ...drawn, flips };
    const compared = comparePaired(questions, settings);
    const [headline, parts] = [compared.slice(0, 2), compared.slice(2)];
    const asked = where === 'all' ? headline : parts.slice(0, 1);
    if (asked.some(({ verdict }) => verdict === 'regressed')) found++;
    const [only] = comparePaired(questions.slice(2, 3), settings);
    if (only?.p !== null && (only?.p ?? 1) <= 0.05 && (only?.difference.value ?? 0) < 0) alone++;
  }
  return { found: found / runs, alone: alone / runs };
}

/**
 * Returns the power that `mcnemarPower` predicts. With probability 1 - `again`, a leaf keeps its random number. Such a
 * leaf is newly wrong with the probability `loss`. With probability `again`, the number of a leaf is drawn again, so
 * the results of the two versions are independent.
 */
function planned(documents: number, loss: number): number {
  const after = rate - loss;
  const lost = (1 - again) * loss + again * rate * (1 - after);
  const kept = again * (1 - rate) * after;
  return mcnemarPower({ n: documents, lost, kept });
}
