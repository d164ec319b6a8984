import { describe, expect, it } from 'vitest';
import { type ExtractConfig, extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import type { FieldOptions } from '../../../../src/service/batch-metrics/batch-fields.ts';
import type { BatchDocument } from '../../../../src/service/batch-metrics/batch-input.ts';
import { serviceConventions } from '../../../../src/service/batch-metrics/conventions.ts';
import { extractionMetrics } from '../../../../src/service/batch-metrics/extraction-metrics.ts';

const text = { type: ['string', 'null'] };
const amount = {
  type: 'object',
  'service:type': 'currency',
  properties: { amount: { type: ['number', 'null'] }, iso_4217_currency_code: text },
};

function configOf(properties: object): ExtractConfig {
  return extractConfigSchema.parse({ type: 'EXTRACT', schema: { type: 'object', properties } });
}

function documents(...pairs: [expected: object | undefined, predicted: object, metadata?: object][]) {
  return pairs.map(
    ([expected, predicted, metadata = {}], index): BatchDocument => ({
      runId: `dpr_${index}`,
      expected: expected === undefined ? undefined : { value: expected },
      output: { value: predicted, metadata },
      pages: 1,
      runTimeMs: 1,
    }),
  );
}

const none: FieldOptions = { fuzzyMatchFields: [], excludeFields: [], conventions: serviceConventions };
const measure = (properties: object, docs: readonly BatchDocument[], options: Partial<FieldOptions> = {}) =>
  extractionMetrics(configOf(properties), docs, { ...none, ...options });

describe('extraction metrics of the service', () => {
  it('are means over documents, and absent if the field was never expected or extracted', () => {
    const docs = documents(
      [
        { a: 'x', b: null },
        { a: 'x', b: 'spurious' },
      ],
      [
        { a: 'y', b: null },
        { a: null, b: null },
      ],
      [{ a: 'z' }, { a: 'wrong', c: '' }],
    );
    expect(measure({ a: text, b: text, c: text }, docs).fieldMetrics).toEqual({
      // The field is expected three times, extracted twice, and right once.
      a: { recallPerc: 1 / 3, precisionPerc: 1 / 2 },
      // The field is never expected, and extracted once.
      b: { precisionPerc: 0 },
      c: {},
    });
  });

  it('count no cells for an object with an empty list of fields, and one cell without a list', () => {
    const docs = documents([{ o: { a: 'x' } }, { o: { a: 'x' } }]);
    const definition = { id: 'o', name: 'O', type: 'object', description: '', schema: [] };
    const config = extractConfigSchema.parse({ type: 'EXTRACT', fields: [definition] });
    expect(extractionMetrics(config, docs, none).fieldMetrics).toEqual({ o: {} });
    expect(measure({ o: { type: 'object', properties: {} } }, docs).fieldMetrics).toEqual({ o: {} });
    const oneCell = { recallPerc: 1, precisionPerc: 1 };
    expect(measure({ o: { type: 'object' } }, docs).fieldMetrics).toEqual({ o: oneCell });
  });

  it('give 6 of 9 cells for two of three rows with three columns, in any order', () => {
    const cells = { a: text, b: text, c: text };
    const rows = { type: 'array', items: { type: 'object', properties: cells } };
    const row = (name: string) => ({ a: `${name}1`, b: `${name}2`, c: `${name}3` });
    const docs = documents([
      { rows: [row('x'), row('y'), row('z')] },
      { rows: [row('?'), row('z'), row('x')] },
    ]);
    const { fieldMetrics, arrayCardinalityMetrics } = measure({ rows }, docs);
    const share = { recallPerc: 6 / 9, precisionPerc: 6 / 9 };
    expect(fieldMetrics).toEqual({
      rows: { ...share, accuracyPerc: 6 / 9, fieldMetrics: { a: share, b: share, c: share } },
    });
    expect(arrayCardinalityMetrics).toEqual({ rows: 1 });
  });

  it('divide the correct cells of an array by the larger side', () => {
    const rows = { type: 'array', items: { type: 'object', properties: { a: text, b: text } } };
    const docs = documents(
      // 4 cells are expected, 2 are extracted and both are right.
      [
        {
          rows: [
            { a: '1', b: '2' },
            { a: '3', b: '4' },
          ],
        },
        { rows: [{ a: '1', b: '2' }] },
      ],
      // 1 cell is expected, 3 are extracted and 1 is right.
      [{ rows: [{ a: '1' }] }, { rows: [{ a: '9', b: '9' }, { a: '1' }] }],
    );
    const metrics = measure({ rows }, docs);
    expect(metrics.fieldMetrics?.rows).toMatchObject({
      recallPerc: (2 / 4 + 1 / 1) / 2,
      precisionPerc: (2 / 2 + 1 / 3) / 2,
      accuracyPerc: (2 / 4 + 1 / 3) / 2,
    });
    expect(metrics.arrayCardinalityMetrics).toEqual({ rows: 0 });
  });

  it('pair rows so that as many cells as possible are correct', () => {
    const rows = { type: 'array', items: { type: 'object', properties: { a: text, b: text } } };
    // A greedy pairing has 1 correct cell, and the best pairing has 2.
    const docs = documents([
      {
        rows: [
          { a: 'p', b: 'q' },
          { a: 'p', b: 's' },
        ],
      },
      {
        rows: [
          { a: 'p', b: 'x' },
          { a: 'y', b: 'q' },
        ],
      },
    ]);
    expect(measure({ rows }, docs).fieldMetrics?.rows).toMatchObject({ recallPerc: 2 / 4 });
  });

  it('compare money in cents, with the currency if one is expected', () => {
    const docs = documents(
      [
        { m: { amount: 0.3, iso_4217_currency_code: null } },
        { m: { amount: 0.1 + 0.2, iso_4217_currency_code: 'EUR' } },
      ],
      [
        { m: { amount: 1, iso_4217_currency_code: 'USD' } },
        { m: { amount: 1, iso_4217_currency_code: 'EUR' } },
      ],
      [
        { m: { amount: null, iso_4217_currency_code: null } },
        { m: { amount: 2, iso_4217_currency_code: 'EUR' } },
      ],
    );
    expect(measure({ m: amount }, docs).fieldMetrics).toEqual({
      m: { recallPerc: 1 / 2, precisionPerc: 1 / 3 },
    });
  });

  it('count fuzzy fields as equal from a similarity of 0.8, also under a named object', () => {
    const properties = { a: text, o: { type: 'object', properties: { b: text } } };
    // If 1 of 5 letters differs, the similarity is .8. If 2 of 5 differ, it is .6.
    const docs = documents([
      { a: 'abcde', o: { b: 'abcde' } },
      { a: 'ABCDX', o: { b: 'abcXX' } },
    ]);
    const recall = (fuzzyMatchFields: string[]) => {
      const { fieldMetrics } = measure(properties, docs, { fuzzyMatchFields });
      return [fieldMetrics?.a?.recallPerc, fieldMetrics?.o?.fieldMetrics?.b?.recallPerc];
    };
    expect(recall([])).toEqual([0, 0]);
    expect(recall(['a', 'o'])).toEqual([1, 0]);
    expect(recall(['o.b'])).toEqual([0, 0]);
  });

  it('sum the fields of objects without excluded fields', () => {
    const properties = { o: { type: 'object', properties: { a: text, b: text, c: text } } };
    const docs = documents([{ o: { a: '1', b: '2', c: '3' } }, { o: { a: '1', b: '2', c: 'x' } }]);
    expect(measure(properties, docs, { excludeFields: ['o.b'] }).fieldMetrics).toEqual({
      o: {
        recallPerc: 1 / 2,
        precisionPerc: 1 / 2,
        fieldMetrics: { a: { recallPerc: 1, precisionPerc: 1 }, c: { recallPerc: 0, precisionPerc: 0 } },
      },
    });
    expect(measure(properties, docs, { excludeFields: ['o'] }).fieldMetrics).toEqual({});
  });

  it('have mean confidences over all documents, with or without expected output', () => {
    const rows = { type: 'array', items: { type: 'object', properties: { b: text } } };
    const sure = (logprobsConfidence: number) => ({ logprobsConfidence, ocrConfidence: 0.1 });
    const docs = documents(
      [undefined, { a: 'x' }, { a: sure(0.5), 'rows[0].b': sure(0.2), 'rows[1].b': sure(0.4) }],
      [undefined, { a: 'x' }, { a: { ocrConfidence: 0.9 }, 'rows[0].b': sure(0.9) }],
    );
    expect(measure({ a: text, rows }, docs)).toEqual({
      fieldMetrics: {
        a: { meanConfidence: expect.closeTo(0.7) },
        rows: {
          meanConfidence: expect.closeTo(0.6),
          fieldMetrics: { b: { meanConfidence: expect.closeTo(0.6) } },
        },
      },
    });
  });

  it('read the fields array and its outputs', () => {
    const config = extractConfigSchema.parse({
      type: 'EXTRACT',
      fields: [
        { id: 'total', name: 'Total', type: 'number', description: '' },
        {
          id: 'lines',
          name: 'Lines',
          type: 'array',
          description: '',
          schema: [{ id: 'item', name: 'Item', type: 'string', description: '' }],
        },
      ],
    });
    const entry = (id: string, value: unknown, confidence?: number) => ({ id, type: 'x', value, confidence });
    const docs: BatchDocument[] = [
      {
        runId: 'dpr_1',
        expected: { total: entry('total', 5), lines: entry('lines', [{ item: 'a' }, { item: 'b' }]) },
        output: { total: entry('total', '5.0', 0.75), lines: entry('lines', [{ item: 'b' }]) },
        pages: 1,
        runTimeMs: null,
      },
    ];
    expect(extractionMetrics(config, docs, none)).toEqual({
      fieldMetrics: {
        total: { meanConfidence: 0.75, recallPerc: 1, precisionPerc: 1 },
        lines: {
          recallPerc: 1 / 2,
          precisionPerc: 1,
          accuracyPerc: 1 / 2,
          fieldMetrics: { item: { recallPerc: 1 / 2, precisionPerc: 1 } },
        },
      },
      arrayCardinalityMetrics: { lines: 0 },
    });
  });

  it('support a field named constructor and an empty batch', () => {
    const docs = documents([{ constructor: 'x' }, {}]);
    expect(measure({ constructor: text }, docs).fieldMetrics).toEqual({ constructor: { recallPerc: 0 } });
    expect(measure({ a: text }, [])).toEqual({ fieldMetrics: { a: {} } });
  });
});
