// Whatever the package exports is documented where it stands, so that editors and docs/reference.md say the same.
import { expect, test } from 'vitest';
import { type PublicExport, readPublicExports } from '../docs/public-exports.ts';

const all = readPublicExports();
const callable = all.filter(({ kind }) => kind === 'function' || kind === 'class');
const measuring = callable.filter(({ file }) => /^src\/(scorers|metrics|stats|gates)\//.test(file));
const names = (found: readonly PublicExport[]) => found.map(({ name, file }) => `${name} (${file})`);

/** What these give are no measures, so that no range, direction or zero case can be stated. */
const noMeasures: Readonly<Record<string, string>> = {
  addCounts: 'sums counts',
  countLeaves: 'counts',
  expectedLeaves: 'counts',
  predictedLeaves: 'counts',
  judgedLeaves: 'counts',
  createComparator: 'makes a comparator',
  compileScorer: 'makes a scorer',
  describeScorer: 'describes options',
  scorerFingerprint: 'describes options',
  uselessPredictions: 'makes answers',
  service2026Latency: 'times',
  ConfusionMatrix: 'holds counts',
};
const measures = measuring.filter(({ name }) => !(name in noMeasures));

test('every public name has a docstring', () => {
  expect(names(all.filter(({ text }) => text === ''))).toEqual([]);
});

test('everything that judges, folds or computes has an example that is run', () => {
  expect(names(measuring.filter(({ example }) => example.length === 0))).toEqual([]);
});

test('every measure says its range', () => {
  const silent = measures.filter(
    ({ text }) => !/\brange|\b0 to 1\b|0 to 100|\[0, 1\]|\(0, 1\]|at most 1|unit\b/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('every measure says what it gives where there is nothing', () => {
  const silent = measures.filter(
    ({ text }) =>
      !/\bnull\b|\bempty\b|\bno \w+|\bnothing\b|without|undefined|n = 0|\bnone\b|never/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('every measure names its source', () => {
  const silent = measures.filter(
    ({ text }) =>
      !/source|metrics\.md|oracle|\b(18|19|20)\d\d\b|service-facts|(the )?service['’]s/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('the list of what is no measure names only what is exported', () => {
  const known = new Set(measuring.map(({ name }) => name));
  expect(Object.keys(noMeasures).filter((name) => !known.has(name))).toEqual([]);
});
