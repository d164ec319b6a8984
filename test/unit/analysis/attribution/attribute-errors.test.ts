import { describe, expect, it } from 'vitest';
import { attributionOf, pairDocuments } from '../../../../src/analysis/attribution/attribute-errors.ts';
import { predictedDocuments } from '../../../../src/analysis/attribution/predicted-documents.ts';
import { extractConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import type { AttributionPacket } from '../../../../src/model/report/sections/error-attribution.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';

const text = { type: ['string', 'null'], description: 'd' };
const rows = {
  type: 'array',
  items: { type: 'object', required: ['x', 'y'], properties: { x: text, y: text } },
};
const bill = extractConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b', 'rows'], properties: { a: text, b: text, rows } },
});
const letter = extractConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['c'], properties: { c: text } },
});
const configs = new Map([
  ['bill', bill],
  ['letter', letter],
]);
const value = (fields: object) => ({ value: fields, metadata: {} });
const table = [
  { x: '1', y: '2' },
  { x: '3', y: '4' },
];

/**
 * Four gold documents and their errors:
 *
 * - Pages 1-2 have the right pages and class. `a` is wrong (1 value error), `b` is missing (1 presence error), and one
 *   of two table rows is missing (2 row alignment errors).
 * - Pages 3-4 are predicted as page 3. `a` and `b` are wrong (2 splitting errors).
 * - Page 5 has the wrong class. `a` and `b` are missing, and `c` is spurious (3 classification errors).
 * - Page 6 has no prediction, so `c` is missing (1 splitting error).
 *
 * Page 4 is also predicted as a separate document, with a spurious `c` (1 splitting error).
 */
const packet: AttributionPacket = {
  id: 'p',
  gold: [
    { type: 'bill', startPage: 1, endPage: 2, expected: value({ a: 'A', b: 'B', rows: table }) },
    { type: 'bill', startPage: 3, endPage: 4, expected: value({ a: 'A', b: 'B', rows: [] }) },
    { type: 'bill', startPage: 5, endPage: 5, expected: value({ a: 'A', b: 'B', rows: [] }) },
    { type: 'letter', startPage: 6, endPage: 6, expected: value({ c: 'C' }) },
  ],
  predicted: [
    { type: 'bill', startPage: 1, endPage: 2, output: value({ a: 'Z', b: null, rows: table.slice(0, 1) }) },
    { type: 'bill', startPage: 3, endPage: 3, output: value({ a: 'Y', b: 'Y', rows: [] }) },
    { type: 'letter', startPage: 4, endPage: 4, output: value({ c: 'spurious' }) },
    { type: 'letter', startPage: 5, endPage: 5, output: value({ c: 'spurious' }) },
  ],
};

describe('attributionOf', () => {
  it('gives each error to the first stage that failed for its document', () => {
    const { byStage, errors, remaining, expected, method, documents } = attributionOf([packet], configs);
    expect(byStage).toEqual({ splitting: 4, classification: 3, 'row-alignment': 2, value: 1, presence: 1 });
    expect([errors, documents, method]).toEqual([11, 4, 'first-failure']);
    // The first document expects 2 fields and 4 cells. The others expect 2, 2 and 1 fields.
    expect(expected).toBe(11);
    expect(remaining).toEqual({ original: 11, goldSplits: 7, goldClasses: 4 });
  });

  it('measures the stages if there are runs under gold splits and gold classes', () => {
    const right = value({ a: 'A', b: 'B', rows: [] });
    const first = packet.predicted[0]?.output;
    const rerun: AttributionPacket = {
      ...packet,
      // With its gold pages, the second document has only `b` wrong. The last document still has the wrong class, so it
      // has no values.
      withGoldSplits: [
        { type: 'bill', output: first },
        { type: 'bill', output: value({ a: 'A', b: 'Y', rows: [] }) },
        { type: 'letter', output: value({ c: 'spurious' }) },
        { type: 'bill', output: value({ a: null, b: null, rows: [] }) },
      ],
      withGoldClasses: [
        { output: first },
        { output: value({ a: 'A', b: 'Y', rows: [] }) },
        { output: right },
        { output: value({ c: 'D' }) },
      ],
    };
    const { byStage, remaining, method } = attributionOf([rerun], configs);
    // The errors per document are 4, 1, 3 and 1 with gold splits, and 4, 1, 0 and 1 with gold splits and classes.
    expect(remaining).toEqual({ original: 11, goldSplits: 9, goldClasses: 6 });
    expect(byStage).toEqual({ splitting: 2, classification: 3, 'row-alignment': 2, value: 3, presence: 1 });
    expect(method).toBe('rerun');
    expect(attributionOf([rerun, packet], configs).method).toBe('mixed');
  });

  it('counts the errors of reordered rows as row alignment if rows are not aligned optimally', () => {
    const turned: AttributionPacket = {
      id: 'p',
      gold: [{ type: 'bill', startPage: 1, endPage: 1, expected: value({ a: 'A', b: 'B', rows: table }) }],
      predicted: [
        {
          type: 'bill',
          startPage: 1,
          endPage: 1,
          output: value({ a: 'A', b: 'B', rows: [...table].reverse() }),
        },
      ],
    };
    const byIndex = { ...defaultScoringOptions, alignment: [{ field: 'rows', method: 'index' as const }] };
    expect(attributionOf([turned], configs, byIndex).byStage).toMatchObject({ 'row-alignment': 4, value: 0 });
    expect(attributionOf([turned], configs).errors).toBe(0);
  });

  it('returns parts that add up to the errors, per packet and in total', () => {
    const { byPacket, byStage, errors } = attributionOf(
      [packet, { ...packet, id: 'q', predicted: [] }],
      configs,
    );
    for (const one of byPacket)
      expect(Object.values(one.byStage).reduce((sum, part) => sum + part, 0)).toBe(one.errors);
    expect(Object.values(byStage).reduce((sum, part) => sum + part, 0)).toBe(errors);
    expect(attributionOf([], configs)).toMatchObject({ errors: 0, packets: 0, byPacket: [] });
  });
});

it('pairs documents by equal pages, then by shared pages, one to one', () => {
  const pages = (startPage: number, endPage: number) => ({
    type: 't',
    startPage,
    endPage,
    expected: {},
    output: {},
  });
  const pairs = pairDocuments({
    gold: [pages(1, 3), pages(4, 4)],
    predicted: [pages(1, 1), pages(2, 4), pages(4, 4)],
  });
  const paired = pairs.map(({ gold, predicted }) => [gold?.startPage ?? null, predicted?.startPage ?? null]);
  expect(paired).toEqual([
    [1, 2],
    [4, 4],
    [null, 1],
  ]);
});

it('reads the documents of a workflow run from its outputs', () => {
  const split = (type: string, startPage: number, endPage: number) => ({ type, startPage, endPage });
  const part = (type: string, output: object, start: number, end: number) => ({
    type,
    output,
    status: 'PROCESSED',
    config: { type, advancedOptions: { pageRanges: [{ start, end }] } },
  });
  const run = {
    id: 'workflow_run_1',
    status: 'PROCESSED',
    outputs: [
      {
        type: 'SPLITTER',
        status: 'PROCESSED',
        output: { splits: [split('bill', 1, 2), split('other', 3, 3)] },
      },
      part('EXTRACT', value({ a: 'A' }), 1, 2),
      part('CLASSIFY', { id: 'l', type: 'letter' }, 3, 3),
      part('EXTRACT', value({ c: 'C' }), 3, 3),
    ],
  };
  expect(predictedDocuments(run as never, 3)).toEqual([
    { type: 'bill', startPage: 1, endPage: 2, output: value({ a: 'A' }) },
    { type: 'letter', startPage: 3, endPage: 3, output: value({ c: 'C' }) },
  ]);
  const whole = {
    ...run,
    outputs: [
      { type: 'CLASSIFY', output: { type: 'bill' } },
      { type: 'EXTRACT', output: value({}) },
    ],
  };
  expect(predictedDocuments(whole as never, 4)).toEqual([
    { type: 'bill', startPage: 1, endPage: 4, output: value({}) },
  ]);
});
