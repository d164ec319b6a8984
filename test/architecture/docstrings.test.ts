// All exports of the package and all functions that compute a measure have a complete docstring.
import { expect, test } from 'vitest';
import {
  type ExportedName,
  readModuleExports,
  readPublicExports,
} from '../docs/generators/public-exports.ts';

const open = [...readPublicExports(), ...readPublicExports('src/compat.ts')];
const callable = ({ kind }: ExportedName) => kind === 'function' || kind === 'class';

/**
 * Functions that compute only one step of a measure, and are not in the file of the measure. The docstring of the
 * measure describes these steps.
 */
const steps = new Set([
  'acceptedAt',
  'asSpread',
  'attainablePs',
  'bcaLevels',
  'bestTotal',
  'betaQuantile',
  'binomialCdf',
  'binomialChances',
  'binomialDraw',
  'bisect',
  'bootstrapStatistic',
  'bootstrapSums',
  'checkNumbers',
  'checkTrials',
  'costBelow',
  'costOfEveryP',
  'countNodes',
  'documentsNeeded',
  'effectiveClopperPearson',
  'effectiveClusters',
  'effectiveLeaves',
  'expandedLevels',
  'flipSums',
  'incompleteBeta',
  'independentErrors',
  'isErrorBelow',
  'logGamma',
  'normalCdf',
  'normalQuantile',
  'pairedSums',
  'quantileOfSorted',
  'ratio',
  'scaleErrors',
  'signPatterns',
  'straightThrough',
  'studentTCdf',
  'studentTQuantile',
  'sumByCluster',
  'sumErrors',
  'treeEditDistance',
  'unitClasses',
  'upperEnd',
  'wilsonBounds',
]);
const inside = readModuleExports(['metrics', 'stats', 'compat']).filter(
  (one) => callable(one) && !steps.has(one.name),
);
const measuring = [
  ...inside,
  ...open.filter((one) => callable(one) && /^src\/(scorers|gates)\//.test(one.file)),
];
const names = (found: readonly ExportedName[]) => found.map(({ name, file }) => `${name} (${file})`);

/** Exports that compute no measure. Their docstrings need no range, direction or zero case. */
const noMeasures: Readonly<Record<string, string>> = {
  addCounts: 'sums counts',
  countLeaves: 'counts',
  compileScorer: 'makes a scorer',
  service2026Latency: 'times',
  ConfusionMatrix: 'holds counts',
};
const measures = measuring.filter(({ name }) => !(name in noMeasures));

test('every public name has a docstring', () => {
  expect(names(open.filter(({ text }) => text === ''))).toEqual([]);
});

test('every public function that scores, folds or computes has a tested example', () => {
  expect(names(measuring.filter(({ example }) => example.length === 0))).toEqual([]);
});

test('every measure says its range', () => {
  const silent = measures.filter(
    ({ text }) => !/\brange|\b0 to 1\b|0 to 100|\[0, 1\]|\(0, 1\]|at most 1|unit\b/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('every measure states its result for empty input', () => {
  const silent = measures.filter(
    ({ text }) =>
      !/\bnull\b|\bempty\b|\bno \w+|\bnothing\b|without|undefined|n = 0|\bnone\b|never/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('every measure names its source', () => {
  const silent = measures.filter(
    ({ text }) =>
      !/source|docs\/metrics|oracle|\b(18|19|20)\d\d\b|service-facts|(the )?service['’]s/i.test(text),
  );
  expect(names(silent)).toEqual([]);
});

test('the list of exports that are not measures names only existing ones', () => {
  const known = new Set(measuring.map(({ name }) => name));
  expect(Object.keys(noMeasures).filter((name) => !known.has(name))).toEqual([]);
});
