import { describe, expect, it } from 'vitest';
import { anlsStar } from '../../../../src/compat/anls-star.ts';
import { cellValues } from '../../../../src/compat/cell-values.ts';
import { jsonDiffSimilarity } from '../../../../src/compat/json-diff-similarity.ts';
import { kieval } from '../../../../src/compat/kieval.ts';
import { treeEditAccuracy } from '../../../../src/compat/tree-edit-accuracy.ts';
import { weightedSimilarity } from '../../../../src/compat/weighted-similarity.ts';
import { compileScorer } from '../../../../src/scorers/compile-scorer.ts';
import { scoreExtraction } from '../../../../src/scorers/score-extraction.ts';

const schema = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    day: { type: 'string', 'service:type': 'date' },
    rows: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
  },
};
class Invoice {
  total = 5;
}

// Without this check, each of these values would count as missing, or cause an error that does not name the value.
describe.each<readonly [string, unknown]>([
  ['a Date', new Date('2025-04-03')],
  ['a bigint', 5n],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a Map', new Map([['a', 1]])],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a String', Object('x')],
  ['a RegExp', /x/],
])('%s', (found, value) => {
  it.each<readonly [string, unknown]>([
    ['.total', { total: value }],
    ['.rows[1].amount', { rows: [{ amount: 1 }, { amount: value }] }],
    ['.rows[0]', { rows: [value] }],
    ['.other.deep', { other: { deep: value } }],
  ])('at %s is rejected with its place, with a schema and without', (place, document) => {
    const message = `the predicted value${place}: found ${found}, expected a JSON value`;
    const pair = { expected: { total: 5 }, predicted: document };
    expect(() => scoreExtraction({ ...pair, schema })).toThrow(message);
    expect(() => scoreExtraction(pair)).toThrow(message);
    expect(() => compileScorer({ schema }).score(pair)).toThrow(message);
    expect(() => scoreExtraction({ expected: document, predicted: {}, schema })).toThrow(
      message.replace('predicted', 'expected'),
    );
    expect(() => anlsStar(document, { total: 5 })).toThrow(message.replace('predicted', 'expected'));
  });
});

it('accepts objects of a class, objects without prototype, undefined members and missing rows', () => {
  const bare = Object.assign(Object.create(null), { total: 5 });
  const same = (predicted: unknown) => scoreExtraction({ expected: { total: 5 }, predicted, schema });
  expect(same(new Invoice()).exact).toBe(true);
  expect(same(bare).exact).toBe(true);
  expect(same({ total: 5, day: undefined, rows: [undefined] }).exact).toBe(true);
});

it.each<readonly [string, (expected: unknown, predicted: unknown) => unknown]>([
  ['anlsStar', (expected, predicted) => anlsStar(expected, predicted).score],
  ['jsonDiffSimilarity', jsonDiffSimilarity],
  ['treeEditAccuracy', treeEditAccuracy],
  ['cellValues', cellValues],
  ['kieval', (expected, predicted) => kieval(expected, predicted).total],
  ['weightedSimilarity', weightedSimilarity],
])('an undefined member is null to %s, not the text "undefined"', (_, score) => {
  const gold = { a: 'undefined', b: [{ c: 'defined' }] };
  expect(score(gold, { a: undefined, b: [{ c: undefined }] })).toEqual(
    score(gold, { a: null, b: [{ c: null }] }),
  );
});
