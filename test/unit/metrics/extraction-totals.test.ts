import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExtractionTotals } from '../../../src/metrics/extraction/extraction-totals.ts';
import { FieldTable } from '../../../src/metrics/extraction/field-table.ts';
import { compileScorer } from '../../../src/scorers/compile-scorer.ts';
import { scoreExtraction } from '../../../src/scorers/extraction/score-extraction.ts';

const scalar = fc.constantFrom<unknown>('x', 'y', 1, 2, null);
const document = fc.record(
  {
    a: scalar,
    b: scalar,
    c: fc.record({ d: scalar }),
    rows: fc.array(fc.record({ e: scalar, f: scalar }), { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

test('totals are those of the table that keeps every document', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(document, fc.option(document)), { maxLength: 8 }), (pairs) => {
      const table = new FieldTable();
      const totals = new ExtractionTotals();
      const scorer = compileScorer({});
      for (const [expected, predicted] of pairs) {
        table.add(scoreExtraction({ expected, predicted }));
        totals.add(scorer.score({ expected, predicted }));
      }
      const wanted = table.fields().map(({ field, counts, documents, support }) => ({
        field,
        counts,
        documents,
        support,
      }));
      expect(totals.fields()).toEqual(wanted);
      expect(totals.overall()).toEqual(table.overall().counts);
      expect(totals.documentExact()).toEqual(table.documentExact());
      expect(totals.documents).toBe(pairs.length);
    }),
  );
});

test('more fields than there was room for are kept apart', () => {
  const totals = new ExtractionTotals();
  const scorer = compileScorer({});
  for (let i = 0; i < 100; i++) {
    const value = { [`field_${i}`]: i, common: 1 };
    totals.add(scorer.score({ expected: value, predicted: { ...value, common: 2 } }));
  }
  expect(totals.fields()).toHaveLength(101);
  expect(totals.fields().find(({ field }) => field === 'common')).toMatchObject({
    documents: 100,
    support: 100,
    counts: { incorrect: 100, correct: 0 },
  });
  expect(totals.overall().correct).toBe(100);
});

test('nothing added gives no fields and an undefined rate', () => {
  const totals = new ExtractionTotals();
  expect(totals.fields()).toEqual([]);
  expect(totals.documentExact().value).toBeNull();
});

test('refuses a document that was judged by other rules', () => {
  const mixed = new ExtractionTotals();
  mixed.add(compileScorer({}).score({ expected: { a: 1 }, predicted: { a: 1 } }));
  const other = compileScorer({}, { unlabelled: 'ignore' }).score({
    expected: { a: 1 },
    predicted: { a: 1 },
  });
  expect(() => mixed.add(other)).toThrow(/unlabelled: absent \/ ignore/);
  expect(mixed.documents).toBe(1);
});
