import { describe, expect, it } from 'vitest';
import {
  type ProcessorConfig,
  processorConfigSchema,
} from '../../../../src/model/processor/processor-config.ts';
import type { BatchMetrics, InjectableConvention } from '../../../../src/model/wire/batch-processor-run.ts';
import { alterDocuments } from '../../../../src/service/batch-metrics/altered-documents.ts';
import type { BatchDocument, BatchInput } from '../../../../src/service/batch-metrics/batch-input.ts';
import { computeMetrics } from '../../../../src/service/batch-metrics/compute-metrics.ts';

const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const money = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: number, iso_4217_currency_code: text },
};

function extractor(properties: object): ProcessorConfig {
  return processorConfigSchema.parse({ type: 'EXTRACT', schema: { type: 'object', properties } });
}

type Pair = readonly [expected: unknown, output: unknown];

function input(
  config: ProcessorConfig,
  pairs: readonly Pair[],
  injected: InjectableConvention[],
  options: Partial<BatchInput> = {},
) {
  const documents = pairs.map(
    ([expected, output], index): BatchDocument => ({
      runId: `dpr_${index}`,
      expected,
      output,
      pages: 1,
      runTimeMs: 1,
    }),
  );
  return {
    config,
    documents,
    fuzzyMatchFields: [],
    excludeFields: [],
    injectedConventions: injected,
    ...options,
  };
}

/** Returns the recall and precision of the field, first without and then with the convention. */
function shares(
  properties: object,
  pairs: readonly (readonly [object, object | null])[],
  convention: InjectableConvention,
  options: Partial<BatchInput> = {},
  field = 'a',
) {
  const wrapped = pairs.map(([expected, output]): Pair => [{ value: expected }, output && { value: output }]);
  return [[], [convention]].map((injected) => {
    const metrics = computeMetrics(input(extractor(properties), wrapped, injected, options));
    const { recallPerc, precisionPerc } = metrics.fieldMetrics?.[field] ?? {};
    return [recallPerc, precisionPerc];
  });
}

describe('an injected convention', () => {
  it('null-counted counts null as a value, and two nulls as equal', () => {
    const pairs = [
      [{ a: null }, { a: null }],
      [{ a: 'x' }, { a: null }],
      [{ a: 'y' }, { a: 'y' }],
    ] as const;
    // Without the convention, 1 of 2 expected values and 1 of 1 extracted value are right. With the convention, 2 of 3
    // expected values and 2 of 3 extracted values are right.
    expect(shares({ a: text }, pairs, 'null-counted')).toEqual([
      [1 / 2, 1],
      [2 / 3, 2 / 3],
    ]);
    // A value that is absent in the gold does not count as expected, but a predicted null counts as extracted.
    expect(shares({ a: text }, [[{}, { a: null }]], 'null-counted')[1]).toEqual([undefined, 0]);
  });

  it('empty-counted counts a blank text as a value', () => {
    const pairs = [
      [{ a: '' }, { a: '' }],
      [{ a: 'x' }, { a: ' ' }],
    ] as const;
    expect(shares({ a: text }, pairs, 'empty-counted')).toEqual([
      [0, undefined],
      [1 / 2, 1 / 2],
    ]);
  });

  it('unlabelled-ignored ignores extracted values without a label', () => {
    const pairs = [
      [{}, { a: 'x' }],
      [{ a: null }, { a: 'x' }],
      [{ a: 'y' }, { a: 'y' }],
    ] as const;
    expect(shares({ a: text }, pairs, 'unlabelled-ignored')).toEqual([
      [1, 1 / 3],
      [1, 1 / 2],
    ]);
  });

  it('fuzzy-threshold-0.6 and -0.9 move the threshold', () => {
    // Three of ten letters differ in the first text, and two in the second. So the similarities are .7 and .8.
    const pairs = [
      [{ a: 'abcdefghij' }, { a: 'abcdefgxyz' }],
      [{ a: 'abcdefghij' }, { a: 'abcdefghxy' }],
    ] as const;
    const options = { fuzzyMatchFields: ['a'] };
    expect(shares({ a: text }, pairs, 'fuzzy-threshold-0.6', options)).toEqual([
      [1 / 2, 1 / 2],
      [1, 1],
    ]);
    expect(shares({ a: text }, pairs, 'fuzzy-threshold-0.9', options)[1]).toEqual([0, 0]);
  });

  it.each([
    ['case-folded', 'Main St', 'MAIN st', 0, 1],
    ['case-folded', 'Main St', 'MAINst', 0, 0],
    ['white-space-kept', 'a b', ' a  b', 1, 0],
    ['white-space-dropped', 'DE 12 34', 'DE1234', 0, 1],
    ['number-formats-ignored', '1,234.50', '1234.5', 0, 1],
    ['number-formats-ignored', '1.234,50 EUR', '1234.50', 0, 1],
    ['number-formats-ignored', '1,234', '1234', 0, 1],
    ['number-formats-ignored', '1,23', '1.23', 0, 1],
    ['number-formats-ignored', '1,234,567', '1234567', 0, 1],
    ['number-formats-ignored', 'A-12', 'A-13', 0, 0],
    ['number-formats-ignored', '1,235', '1.23', 0, 0],
  ] as const)('%s compares %j and %j', (convention, expected, extracted, plain, injected) => {
    const found = shares({ a: text }, [[{ a: expected }, { a: extracted }]], convention);
    expect(found).toEqual([
      [plain, plain],
      [injected, injected],
    ]);
  });

  it('currency-codes-ignored compares amounts only', () => {
    const of = (amount: number, code: string) => ({ a: { amount, iso_4217_currency_code: code } });
    const pairs = [
      [of(1, 'EUR'), of(1, 'USD')],
      [of(1, 'EUR'), of(2, 'EUR')],
    ] as const;
    expect(shares({ a: money }, pairs, 'currency-codes-ignored')).toEqual([
      [0, 0],
      [1 / 2, 1 / 2],
    ]);
  });

  it('rows-by-index pairs the first row with the first', () => {
    const rows = { type: 'array', items: { type: 'object', properties: { b: text } } };
    const pairs = [[{ a: [{ b: '1' }, { b: '2' }, { b: '3' }] }, { a: [{ b: '1' }, { b: '3' }] }]] as const;
    expect(shares({ a: rows }, pairs, 'rows-by-index')).toEqual([
      [2 / 3, 1],
      [1 / 3, 1 / 2],
    ]);
  });

  it('micro-averaged divides sums of cells', () => {
    const rows = { type: 'array', items: { type: 'object', properties: { b: text } } };
    const pairs = [
      [{ a: [{ b: '1' }, { b: '2' }, { b: '3' }] }, { a: [{ b: '1' }] }],
      [{ a: [{ b: '1' }] }, { a: [{ b: '1' }] }],
    ] as const;
    // The mean over the documents is (1/3 + 1) / 2. Of all cells together, 2 of 4 are right.
    expect(shares({ a: rows }, pairs, 'micro-averaged')).toEqual([
      [(1 / 3 + 1) / 2, 1],
      [2 / 4, 1],
    ]);
    // 2 cells of the array are right. The gold has 4 cells and the output has 2, and the larger number is the
    // denominator.
    const wrapped = pairs.map(([expected, output]): Pair => [{ value: expected }, { value: output }]);
    const metrics = computeMetrics(input(extractor({ a: rows }), wrapped, ['micro-averaged']));
    expect(metrics.fieldMetrics?.a?.accuracyPerc).toBe(2 / 4);
  });

  it('excluded-included counts excluded fields', () => {
    const properties = { a: { type: 'object', properties: { b: text, c: text } } };
    const pairs = [[{ a: { b: '1', c: '2' } }, { a: { b: '1', c: 'x' } }]] as const;
    expect(shares(properties, pairs, 'excluded-included', { excludeFields: ['a.c'] })).toEqual([
      [1, 1],
      [1 / 2, 1 / 2],
    ]);
  });

  it('failures-counted counts a failed run as an empty output', () => {
    // The batch contains documents with failed runs only if the convention is injected.
    expect(
      shares(
        { a: text },
        [
          [{ a: 'x' }, null],
          [{ a: 'y' }, { a: 'y' }],
        ],
        'failures-counted',
      )[1],
    ).toEqual([1 / 2, 1]);
  });

  it('document-missing removes one document and reports it', () => {
    const pairs = [0, 1, 2].map((i): Pair => [{ value: { a: 'x' } }, { value: { a: i === 1 ? 'x' : 'y' } }]);
    const injected = input(extractor({ a: text }), pairs, ['document-missing']);
    expect(alterDocuments(injected).changes).toEqual([{ convention: 'document-missing', runId: 'dpr_1' }]);
    expect(computeMetrics(injected)).toMatchObject({
      numFiles: 2,
      numPages: 2,
      fieldMetrics: { a: { recallPerc: 0 } },
    });
  });

  it('label-edited changes one label so that the figures change', () => {
    const pairs = [0, 1, 2, 3].map((): Pair => [{ value: { a: 'x', b: 1 } }, { value: { a: 'x', b: 1 } }]);
    const injected = input(extractor({ a: text, b: number }), pairs, ['label-edited']);
    expect(alterDocuments(injected).changes).toEqual([
      {
        convention: 'label-edited',
        runId: 'dpr_2',
        before: { value: { a: 'x', b: 1 } },
        after: { value: { a: 'x (edited)', b: 1 } },
      },
    ]);
    expect(computeMetrics(injected).fieldMetrics).toMatchObject({
      a: { recallPerc: 3 / 4 },
      b: { recallPerc: 1 },
    });
  });

  it('label-edited finds a place in tables, fields arrays, classes and splits', () => {
    const change = (config: ProcessorConfig, pair: Pair): unknown =>
      alterDocuments(input(config, [pair], ['label-edited'])).changes[0]?.after;
    const rows = { type: 'array', items: { type: 'object', properties: { b: number } } };
    const table = { value: { a: [{ b: 1 }, { b: 2 }] } };
    expect(change(extractor({ a: rows }), [table, table])).toEqual({ value: { a: [{ b: 2 }, { b: 2 }] } });
    const fields = processorConfigSchema.parse({
      type: 'EXTRACT',
      fields: [{ id: 'a', name: 'A', type: 'boolean', description: '' }],
    });
    const entry = { a: { id: 'a', type: 'boolean', value: true } };
    expect(change(fields, [entry, entry])).toEqual({ a: { id: 'a', type: 'boolean', value: false } });
    const classes = ['p', 'q'].map((id) => ({ id, type: id, description: id }));
    const classifier = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
    const label = { id: 'p', type: 'p' };
    expect(change(classifier, [label, label])).toEqual({ id: 'q', type: 'q' });
    const splitter = processorConfigSchema.parse({ type: 'SPLITTER', splitClassifications: classes });
    const split = { classificationId: 'p', type: 'p', startPage: 1, endPage: 2 };
    expect(change(splitter, [split, { splits: [split] }])).toEqual({ splits: [{ ...split, endPage: 3 }] });
    // No label can be altered if there is a single class, or if the expected output has no editable value. So no
    // altered label is reported.
    const one = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes.slice(0, 1) });
    expect(change(one, [label, label])).toBeUndefined();
  });

  it('macro-averaged takes the mean over classes, and over documents with splits', () => {
    const classes = ['p', 'q'].map((id) => ({ id, type: id, description: id }));
    const classifier = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
    const of = (id: string) => ({ id, type: id });
    const pairs = [
      [of('p'), of('p')],
      [of('p'), of('p')],
      [of('p'), of('q')],
      [of('q'), of('p')],
    ] as const;
    const accuracy = (injected: InjectableConvention[]) =>
      computeMetrics(input(classifier, pairs, injected)).accuracyPerc;
    // 2 of 4 files are right. The accuracies of the two classes are 2/3 and 0.
    expect([accuracy([]), accuracy(['macro-averaged'])]).toEqual([2 / 4, (2 / 3 + 0) / 2]);
    const splitter = processorConfigSchema.parse({ type: 'SPLITTER', splitClassifications: classes });
    const split = (type: string, startPage: number, endPage: number) => ({ type, startPage, endPage });
    const packets = [
      [{ splits: [split('p', 1, 1)] }, { splits: [split('p', 1, 1)] }],
      [
        { splits: [split('p', 1, 1), split('p', 2, 2), split('q', 3, 3)] },
        { splits: [split('q', 1, 1), split('p', 2, 3)] },
      ],
    ] as const;
    const splits = (injected: InjectableConvention[]): BatchMetrics =>
      computeMetrics(input(splitter, packets, injected));
    expect(splits([])).toMatchObject({ recallPerc: 1 / 4, precisionPerc: 1 / 3, numCorrectDocs: 1 });
    expect(splits(['macro-averaged'])).toMatchObject({ recallPerc: 1 / 2, precisionPerc: 1 / 2 });
    expect(splits(['split-types-ignored'])).toMatchObject({ recallPerc: 2 / 4, numCorrectDocs: 2 });
  });
});
