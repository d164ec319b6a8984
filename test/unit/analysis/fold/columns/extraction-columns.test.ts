import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoldedRun, VersionColumns } from '../../../../../src/analysis/fold/folded-run.ts';
import { exactFirst, exactShare, metricParts } from '../../../../../src/analysis/fold/parts.ts';
import { defaultStatistics } from '../../../../../src/analysis/measure/settings.ts';
import { arrayRows, fieldRows } from '../../../../../src/analysis/sections/extraction-rows.ts';
import { addCounts, countLeaves } from '../../../../../src/metrics/counts.ts';
import type { ProcessorConfig } from '../../../../../src/model/processor/processor-config.ts';
import { scoreExtraction } from '../../../../../src/scorers/score-extraction.ts';
import { foldDocuments } from '../../../../fixtures/records/fold-documents.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    number: nullable('string'),
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { a: nullable('number'), b: nullable('number'), c: nullable('number') },
      },
    },
  },
};
const config = { type: 'EXTRACT', schema } as ProcessorConfig;
const row = (n: number) => ({ a: n, b: n + 100, c: n + 200 });
const documents = [
  // Two of three rows are right but swapped, and the third row is missing.
  {
    expected: { number: 'x', lines: [row(1), row(2), row(3)] },
    predicted: { number: 'x', lines: [row(2), row(1)] },
  },
  // The value of `number` is spurious.
  { expected: { lines: [row(1)] }, predicted: { number: 'y', lines: [row(1)] } },
  // Everything is right, and neither the gold nor the prediction has rows.
  { expected: { number: 'abcd', lines: [] }, predicted: { number: 'abcd', lines: [] } },
  // The value of `number` differs in 1 of 4 characters, and there is a spurious row.
  { expected: { number: 'abcd', lines: [] }, predicted: { number: 'abcx', lines: [row(5)] } },
];
const run = foldDocuments(documents, config);
const only = ({ versions }: FoldedRun) => versions[0] as VersionColumns;
const countsOf = (of: FoldedRun, field: string, position: number) =>
  only(of).extraction?.fields.get(field)?.at(position)[0];

describe('columns of an extraction', () => {
  it('count the leaves of a field and the documents that expect it', () => {
    const rows = fieldRows(run, defaultStatistics, []);
    expect(rows.map(({ field }) => field)).toEqual(['number', 'lines', 'lines.a', 'lines.b', 'lines.c']);
    const [number, lines, a] = rows;
    expect(number).toMatchObject({ support: 3, counts: [{ correct: 2, incorrect: 1, spurious: 1 }] });
    // 4 rows are expected and 4 are predicted. 3 of the predicted rows are right.
    expect(a).toMatchObject({ support: 2, counts: [{ correct: 3, missing: 1, spurious: 1 }] });
    expect(a?.precision[0]).toMatchObject({ numerator: 3, denominator: 4 });
    // The counts of an array are the sums over its fields.
    expect(lines).toMatchObject({
      support: 2,
      counts: [{ correct: 9, missing: 3, spurious: 3, incorrect: 0 }],
    });
    expect(lines?.recall[0]).toMatchObject({ numerator: 9, denominator: 12 });
  });

  it('sum all fields per document', () => {
    const totals = documents.map((_, position) => only(run).extraction?.total.at(position)[0]?.counts);
    expect(addCounts(...totals.flatMap((counts) => counts ?? []))).toMatchObject({
      correct: 11,
      incorrect: 1,
      missing: 3,
      spurious: 4,
    });
    expect(totals.map((counts) => counts?.correct)).toEqual([7, 3, 1, 0]);
    const recall = metricParts('recall', {}, only(run));
    expect(documents.map((_, position) => recall(position))).toEqual([
      [7, 10],
      [3, 3],
      [1, 1],
      [0, 1],
    ]);
    expect(countsOf(run, 'number', 1)).toMatchObject({ spurious: 1, correct: 0 });
  });

  it('report which documents are fully right', () => {
    const exact = exactFirst(only(run));
    expect(documents.map((_, position) => exact(position))).toEqual([false, false, true, false]);
    expect(documents.map((_, position) => exactShare(only(run))(position))).toEqual([0, 0, 1, 0]);
  });

  it('count rows that are exact, missing, spurious or out of order, and cells by the service rule', () => {
    const [lines] = arrayRows(run, defaultStatistics);
    expect(lines?.values[0]).toMatchObject({
      expectedRows: 4,
      predictedRows: 4,
      exactRows: 3,
      missing: 1,
      spurious: 1,
      inversions: 1,
      duplicated: 0,
      merged: 0,
      split: 0,
      outOfOrder: 1,
      ties: 0,
      cardinalityRight: { numerator: 2, denominator: 4, value: 0.5 },
      rowRecall: { numerator: 3, denominator: 4, value: 0.75 },
      rowPrecision: { numerator: 3, denominator: 4, value: 0.75 },
      // Right cells per document, divided by the number of expected or of predicted cells (the larger one): 6 / 9,
      // 3 / 3, 0 / 0 and 0 / 3.
      cells: { numerator: 9, denominator: 15, value: 0.6 },
      notDiagnosed: 0,
    });
  });

  it('store thousands of documents separately', () => {
    const many = Array.from({ length: 5000 }, (_, i) => documents[i % 4] as (typeof documents)[number]);
    const large = foldDocuments(many, config);
    const number = fieldRows(large, defaultStatistics, []).find(({ field }) => field === 'number');
    expect(number?.counts[0]).toMatchObject({ correct: 2500, incorrect: 1250, spurious: 1250 });
    expect(countsOf(large, 'number', 4999)?.incorrect).toBe(1);
    expect(countsOf(large, 'number', 4998)?.correct).toBe(1);
  });

  it('have no field and no document for an empty set', () => {
    const empty = foldDocuments([], config);
    expect(empty.count).toBe(0);
    expect(only(empty).extraction?.fields.size).toBe(0);
  });

  it('add up to the counts of the scorer for each document', () => {
    const scalar = fc.constantFrom<unknown>('x', 'y', 1, 2, null);
    const document = fc.record(
      {
        number: scalar,
        other: scalar,
        lines: fc.array(fc.record({ a: scalar, b: scalar, c: scalar }), { maxLength: 3 }),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(document, document), { maxLength: 8 }), (found) => {
        const pairs = found.map(([expected, predicted]) => ({ expected, predicted }));
        const folded = foldDocuments(pairs, config);
        for (const [position, pair] of pairs.entries()) {
          const { leaves, counts, exact } = scoreExtraction({ ...pair, schema });
          expect(only(folded).extraction?.total.at(position)).toEqual([{ counts, exact }]);
          for (const field of new Set(leaves.map((leaf) => leaf.field)))
            expect(countsOf(folded, field, position)).toEqual(
              countLeaves(leaves.filter((leaf) => leaf.field === field)),
            );
        }
      }),
    );
  });
});
