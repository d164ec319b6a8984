/**
 * Calibrates the confidences of the local engine on documents with known values: those of ../shared/data,
 * generated forms and generated tables. Also shows what to expect on other kinds of documents: leaves out
 * each kind in turn, fits the weights on all other kinds, and measures the confidences on the kind that was
 * left out.
 *
 * node bench/calibration.ts [--write] [--wrong]
 *
 * --write writes the weights of all kinds to src/service/engines/local/extract/values/confidence-weights.ts.
 * --wrong prints each wrong value that has a confidence of at least 0.9 although its kind was left out.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { evidenceAmounts } from '../src/service/engines/local/extract/values/confidence.ts';
import { type Weights, weights } from '../src/service/engines/local/extract/values/confidence-weights.ts';
import { readingSets } from './reading/cases.ts';
import { type FitExample, fitWeights, type WeightPrior } from './reading/fit-weights.ts';
import { ParsedDocuments } from './reading/parsed-documents.ts';
import { rowSets } from './reading/row-layouts.ts';
import { type ScoredValue, scoredValues } from './reading/scored-values.ts';

const data = path.resolve(import.meta.dirname, '../../shared/data');
if (!existsSync(data)) {
  console.log(`skipped: ${data} does not exist`);
  process.exit(0);
}

/**
 * Assumed weights, in log odds. The fit pulls each weight except `any` towards its assumed value. If no document has
 * an example of a kind of evidence, its weight keeps the assumed value.
 * - `rival`: another candidate value with an equal score multiplies the odds that a value is right by about 0.2.
 * - `orderUnknown`: if the order of day and month is unknown, many dates have them exchanged.
 * - `otherSpelling`: if the document prints a text in two spellings, each of them is equally often the expected one.
 * - `open`: an unclear label lowers the odds of free text twice as much as the odds of other values.
 */
const expected: Weights = {
  any: 2.3,
  weakScore: -4,
  strongScore: 1,
  rival: -1.5,
  open: -4,
  endUnclear: -2,
  repeated: 0.5,
  otherSpelling: -1.5,
  sumsAgree: 1.5,
  sumsDiffer: -1.5,
  computed: -1.5,
  orderUnknown: -2,
  outsideForm: -2,
  misreads: -1.5,
};
const names = Object.keys(expected) as (keyof Weights)[];
const priors = names.map(
  (name): WeightPrior =>
    name === 'any'
      ? { expected: expected[name], sign: 0, strength: 0 }
      : { expected: expected[name], sign: expected[name] > 0 ? 1 : -1, strength: 2 },
);
/**
 * Largest total weight of one kind of documents. If a kind has more values, each of them gets a smaller weight, so that
 * no kind dominates the fit.
 */
const maxCount = 150;
const sure = 0.9;

/** Maps the start of a set's name to the kind of its documents. Sets of one kind are left out together. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^sroie/, 'receipts'],
  [/^zugferd/, 'electronic invoices'],
  [/^form (?:w9|w8|1099)/, 'tax forms'],
  [/^generated forms/, 'generated forms'],
  [/^generated tables/, 'generated tables'],
];

interface MeasuredSet {
  readonly name: string;
  readonly kind: string;
  readonly values: ScoredValue[];
}

async function measuredSets(): Promise<MeasuredSet[]> {
  const documents = await ParsedDocuments.open(false);
  const sets = new Map<string, MeasuredSet>();
  for (const set of [...(await readingSets(data, [])), ...(await rowSets(6))]) {
    const name = set.name.replace(/^(generated [^:]*):.*/, '$1');
    const kind = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name;
    const measured = sets.get(name) ?? { name, kind, values: [] };
    measured.values.push(...(await scoredValues(set, documents)));
    sets.set(name, measured);
  }
  return [...sets.values()];
}

function amountsOf({ read }: ScoredValue): number[] {
  const amounts = evidenceAmounts(read.evidence, read.spans);
  return names.map((name) => Math.round(amounts[name] * 100) / 100);
}

/** Returns the examples of all kinds except `left`. Omits values whose gold is known to be wrong. */
function examplesWithout(sets: readonly MeasuredSet[], left: string | undefined): FitExample[] {
  const examples: FitExample[] = [];
  for (const kind of new Set(sets.map((set) => set.kind))) {
    if (kind === left) continue;
    const values = sets
      .filter((set) => set.kind === kind)
      .flatMap((set) => set.values)
      .filter(({ isFlawed }) => !isFlawed);
    const weight = Math.min(1, maxCount / values.length);
    const counts = new Map<string, { value: ScoredValue; count: number }>();
    for (const value of values) {
      const key = JSON.stringify([value.isRight, amountsOf(value)]);
      counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + weight });
    }
    for (const { value, count } of counts.values())
      examples.push({ amounts: amountsOf(value), isRight: value.isRight, count });
  }
  return examples;
}

function probability(value: ScoredValue, fitted: readonly number[]): number {
  const logOdds = amountsOf(value).reduce((sum, amount, index) => sum + amount * (fitted[index] ?? 0), 0);
  return 1 / (1 + Math.exp(-logOdds));
}

const share = (part: number, all: number) => (all === 0 ? '-' : (part / all).toFixed(3).replace(/^0/, ''));
const headings = ['set', 'values', 'right', '>= .9', 'wrong', 'share wrong', 'right kept', 'gold flaws'];
const rows = [[...headings, 'share wrong with flaws']];
const wrong: string[] = [];
const sets = await measuredSets();
for (const kind of new Set(sets.map((set) => set.kind))) {
  const fitted = fitWeights(examplesWithout(sets, kind), priors);
  for (const { name, values } of sets.filter((set) => set.kind === kind)) {
    const accepted = values.filter((value) => probability(value, fitted) >= sure);
    const counted = accepted.filter(({ isFlawed }) => !isFlawed);
    const errors = counted.filter(({ isRight }) => !isRight);
    const right = values.filter(({ isRight }) => isRight).length;
    rows.push([
      name,
      String(values.filter(({ isFlawed }) => !isFlawed).length),
      String(right),
      String(counted.length),
      String(errors.length),
      share(errors.length, counted.length),
      share(counted.length - errors.length, right),
      String(accepted.length - counted.length),
      share(accepted.filter(({ isRight }) => !isRight).length, accepted.length),
    ]);
    for (const value of errors)
      wrong.push(
        [
          name,
          value.document,
          value.path,
          JSON.stringify(value.read.value)?.slice(0, 60),
          JSON.stringify(value.expected ?? null).slice(0, 60),
          value.read.reason.slice(0, 60),
          probability(value, fitted).toFixed(3),
        ].join('\t'),
      );
  }
}
const widths = headings
  .concat('')
  .map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
console.log('Values with a confidence of at least 0.9 after calibration on all other kinds of documents:\n');
for (const row of rows)
  console.log(
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
const all = fitWeights(examplesWithout(sets, undefined), priors).map((weight) => weight.toFixed(2));
console.log('\nweights from all kinds, and in the code:');
for (const [index, name] of names.entries())
  console.log(`${name.padEnd(13)} ${all[index]?.padStart(6)}  ${weights[name].toFixed(2).padStart(6)}`);
if (process.argv.includes('--wrong')) console.log(`\n${wrong.join('\n')}`);
if (process.argv.includes('--write')) {
  const file = path.resolve(
    import.meta.dirname,
    '../src/service/engines/local/extract/values/confidence-weights.ts',
  );
  const source = readFileSync(file, 'utf8');
  const lines = names.map((name, index) => `  ${name}: ${Number(all[index])},\n`).join('');
  writeFileSync(
    file,
    source.replace(/(weights = \{\n)[^}]*/, (_, start: string) => `${start}${lines}`),
  );
}
process.exit(0);
