import { expect, test } from 'vitest';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../../../src/model/report/report-model.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const invoice: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      name: text,
      total: number,
      rows: {
        type: 'array',
        items: { type: 'object', properties: { what: text, price: number }, required: ['what', 'price'] },
      },
    },
    required: ['name', 'total', 'rows'],
  },
};
const gold = (name: string | null, total: number | null, rows: [string, number][] = []) => ({
  value: { name, total, rows: rows.map(([what, price]) => ({ what, price })) },
});

test('counts every leaf of an extraction once and names exactly the changed documents', async () => {
  const reader = await writeRecord(
    invoice,
    ['1.0', 'draft'],
    [
      // All 6 values are right in both versions: the name, the total, and 2 rows of 2 cells.
      {
        id: 'same',
        expected: gold('A', 1, [
          ['x', 1],
          ['y', 2],
        ]),
        outputs: [
          gold('A', 1, [
            ['x', 1],
            ['y', 2],
          ]),
          gold('A', 1, [
            ['y', 2],
            ['x', 1],
          ]),
        ],
      },
      // The total is missing in the baseline and right in the draft.
      { id: 'right', expected: gold('B', 2), outputs: [gold('B', null), gold('B', 2)] },
      // The draft has a wrong total and an extra row (2 spurious cells).
      { id: 'new-errors', expected: gold('C', 3), outputs: [gold('C', 3), gold('C', 33, [['z', 9]])] },
      // The two versions have different wrong totals.
      { id: 'wrong', expected: gold('D', 4), outputs: [gold('D', 5), gold('D', 6)] },
      // The draft failed, so its 2 values count as missing.
      { id: 'failed', expected: gold('E', 5), outputs: [gold('E', 5), new Error('no answer')] },
    ],
  );
  const model = await buildReport(reader);
  expect(model.items.map((item) => [item.itemId, item.change?.state, item.change?.newErrors])).toEqual([
    ['same', 'unchanged', 0],
    ['right', 'nowRight', 0],
    ['new-errors', 'newlyWrong', 3],
    ['wrong', 'otherWrong', 0],
    ['failed', 'noResult', 2],
  ]);
  expect(model.changeCounts).toEqual({
    states: {
      newlyWrong: 1,
      noResult: 1,
      moreErrors: 0,
      mixed: 0,
      otherWrong: 1,
      fewerErrors: 0,
      nowRight: 1,
      unchanged: 1,
    },
    newlyWrong: 2,
    newErrors: 2,
    newErrorsOrLost: 2,
    newErrorValues: 5,
    newErrorsButFewer: 0,
  });
  expect(model.changes.map(({ itemId }) => itemId)).toEqual(['new-errors', 'failed', 'wrong', 'right']);
  expect(new Set(changedValues(model.changes, 'newError').map((change) => change.itemId))).toEqual(
    new Set(['new-errors', 'failed']),
  );
  expect(changedValues(model.changes, 'nowRight')).toEqual([
    { itemId: 'right', path: 'total', expected: '2', baseline: '—', candidate: '2' },
  ]);
  const f1 = model.tiles.find((tile) => tile.values[0]?.metric === 'f1');
  // The baseline has 12 correct leaves of 14 expected and 13 predicted ones.
  expect(f1?.values[0]).toMatchObject({ numerator: 24, denominator: 27 });
  // The draft has 10 correct leaves of 14 expected and 14 predicted ones.
  expect(f1?.values[1]).toMatchObject({ numerator: 20, denominator: 28 });
  const exact = model.tiles.find((tile) => tile.values[0]?.metric === 'document_exact');
  expect(exact?.values.map((value) => [value?.numerator, value?.denominator])).toEqual([
    [3, 5],
    [2, 5],
  ]);
  const total = model.fields.find((row) => row.field === 'total');
  expect(total?.counts[0]).toMatchObject({ correct: 3, incorrect: 1, missing: 1, spurious: 0 });
  expect(total?.counts[1]).toMatchObject({ correct: 2, incorrect: 2, missing: 1, spurious: 0 });
  expect(total?.support).toBe(5);
  const rows = model.arrays[0];
  expect(rows?.values[1]).toMatchObject({
    expectedRows: 2,
    predictedRows: 3,
    exactRows: 2,
    missing: 0,
    spurious: 1,
    inversions: 1,
  });
  expect(model.method.unscored).toEqual([
    { itemId: 'failed', version: 'draft', reason: 'service_error: no answer' },
  ]);
});

test('sums the columns of an array in the row of the array', async () => {
  const reader = await writeRecord(
    invoice,
    ['1.0'],
    [
      {
        id: 'a',
        expected: gold('A', 1, [
          ['x', 1],
          ['y', 2],
        ]),
        outputs: [gold('A', 1, [['x', 1]])],
      },
    ],
  );
  const model = await buildReport(reader);
  const byField = Object.fromEntries(model.fields.map((row) => [row.field, row.counts[0]]));
  expect(byField.rows).toMatchObject({ correct: 2, missing: 2 });
  expect(byField['rows.what']).toMatchObject({ correct: 1, missing: 1 });
  expect(model.verdict.recommendation).toBe('no-comparison');
});

test('computes the same model from the same record, without a clock for a finished record', async () => {
  const reader = await writeRecord(
    invoice,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: gold('A', 1), outputs: [gold('A', 1), gold('B', 1)] },
      { id: 'b', expected: gold('A', 1), outputs: [gold('A', 2), gold('A', 1)] },
    ],
  );
  expect(JSON.stringify(await buildReport(reader))).toBe(JSON.stringify(await buildReport(reader)));
});

test('names a planned item without a row as not run, and leaves it out of the key figures', async () => {
  const reader = await writeRecord(
    invoice,
    ['1.0'],
    [
      { id: 'a', expected: gold('A', 1), outputs: [gold('A', 1)] },
      { id: 'b', expected: gold('B', 2), outputs: [undefined] },
    ],
  );
  const model = await buildReport(reader);
  expect(model.items[1]?.versions[0]).toMatchObject({
    state: 'not-run',
    counts: { missing: 0, unscored: 2 },
  });
  expect(model.tiles.find((tile) => tile.values[0]?.metric === 'f1')?.values[0]).toMatchObject({
    numerator: 4,
    denominator: 4,
  });
  expect(model.summary.numbers.map(({ text }) => text)).toEqual(['1 of 1', '2 of 2', '0 of 1 to correct']);
  expect(model.summary.outcome.sentences).toContain(
    'The figures so far cover 1 of 2 documents: 1 did not run.',
  );
});

test('leaves items that were not run out of every section', async () => {
  const reader = await writeRecord(
    invoice,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: gold('A', 1), outputs: [gold('A', 1), gold('A', 2)] },
      { id: 'b', expected: gold('B', 2), outputs: [gold('B', 2), undefined] },
      { id: 'c', expected: gold('C', 3), outputs: [undefined, undefined] },
    ],
  );
  const model = await buildReport(reader);
  const counts = model.fields.filter(({ isLeaf, support }) => isLeaf && support > 0).map((row) => row.counts);
  expect(
    counts.map((versions) =>
      versions.map(({ correct, incorrect, missing }) => [correct, incorrect, missing]),
    ),
  ).toEqual([
    [
      [1, 0, 0],
      [1, 0, 0],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
    ],
  ]);
  expect(model.causes?.documents).toEqual([1, 1]);
  expect(model.causes?.wrongValues).toEqual([0, 1]);
  expect(model.changes.map(({ itemId }) => itemId)).toEqual(['a']);
  expect(model.changeCounts).toMatchObject({ newlyWrong: 1, states: { noResult: 0 } });
  expect(model.comparison?.headline[0]?.difference.n).toBe(1);
  expect(
    model.method.sensitivity.flatMap(({ values }) => values.flat().map((value) => value?.unscored)),
  ).not.toContain(0);
});

test.each([
  ['CLASSIFY', { id: 'k1', type: 'kind' }],
  ['SPLITTER', { splits: [{ classificationId: 'k1', type: 'kind', startPage: 1, endPage: 1 }] }],
] as const)('leaves items of %s that were not run out of the types', async (type, expected) => {
  const classes = [
    { id: 'k1', type: 'kind', description: 'a kind' },
    { id: 'other', type: 'other', description: 'anything else' },
  ];
  const config = (
    type === 'CLASSIFY' ? { type, classifications: classes } : { type, splitClassifications: classes }
  ) as ProcessorConfig;
  const reader = await writeRecord(
    config,
    ['1.0'],
    [
      { id: 'a', expected, outputs: [expected] },
      { id: 'b', expected, outputs: [undefined] },
    ],
  );
  const { classes: section } = await buildReport(reader);
  expect(section?.perClass.find(({ label }) => label === 'kind')?.recall[0]).toMatchObject({
    numerator: 1,
    denominator: 1,
  });
});

test('builds the matrix of a classification with its "no answer" column', async () => {
  const config: ProcessorConfig = {
    type: 'CLASSIFY',
    classifications: [
      { id: 'inv', type: 'invoice', description: '' },
      { id: 'rec', type: 'receipt', description: '' },
    ],
  };
  const is = (id: string, type: string) => ({ id, type, confidence: 0.5 });
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    [
      { id: 'a', expected: is('inv', 'invoice'), outputs: [is('inv', 'invoice'), is('inv', 'invoice')] },
      { id: 'b', expected: is('inv', 'invoice'), outputs: [is('rec', 'receipt'), is('inv', 'invoice')] },
      { id: 'c', expected: is('rec', 'receipt'), outputs: [is('rec', 'receipt'), new Error('x')] },
      { id: 'd', expected: is('rec', 'receipt'), outputs: [is('x', 'memo'), is('rec', 'receipt')] },
    ],
  );
  const model = await buildReport(reader);
  expect(model.classes?.expectedLabels).toEqual(['invoice', 'receipt']);
  expect(model.classes?.predictedLabels).toEqual(['invoice', 'receipt', 'memo', '(no prediction)']);
  expect(model.classes?.matrices).toEqual([
    [
      [1, 1, 0, 0],
      [0, 1, 1, 0],
    ],
    [
      [2, 0, 0, 0],
      [0, 1, 0, 1],
    ],
  ]);
  expect(model.tiles[0]?.values.map((value) => [value?.numerator, value?.denominator])).toEqual([
    [2, 4],
    [3, 4],
  ]);
  // The baseline predicts receipt twice, and one of these predictions is right. Two receipts are expected.
  const receipt = model.classes?.perClass.find((row) => row.label === 'receipt');
  expect(receipt?.precision[0]).toMatchObject({ numerator: 1, denominator: 2 });
  expect(receipt?.recall[1]).toMatchObject({ numerator: 1, denominator: 2 });
});

test('shows a splitting report with the three trivial predictions', async () => {
  const config: ProcessorConfig = {
    type: 'SPLITTER',
    splitClassifications: [
      { id: 'a', type: 'A', description: '' },
      { id: 'b', type: 'B', description: '' },
    ],
  };
  const split = (...parts: [string, number, number][]) => ({
    splits: parts.map(([type, startPage, endPage]) => ({
      classificationId: type.toLowerCase(),
      type,
      startPage,
      endPage,
    })),
  });
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    [
      {
        id: 'p',
        pages: 4,
        expected: split(['A', 1, 2], ['A', 3, 3], ['B', 4, 4]),
        outputs: [split(['A', 1, 3], ['B', 4, 4]), split(['A', 1, 2], ['A', 3, 3], ['B', 4, 4])],
      },
    ],
  );
  const model = await buildReport(reader);
  const metric = (name: string) => model.packets?.metrics.find((row) => row.metric === name);
  // The baseline has 1 right document of 3 expected and 2 predicted ones. The draft has all right.
  expect(metric('document_f1')?.values.map((value) => value.value)).toEqual([0.4, 1]);
  // If everything is merged, no document is right. If every page is a document, 2 of 4 are right and 3 are expected, so
  // F1 is 4 / 7. If every boundary is one page late, no document is right.
  expect(metric('document_f1')?.trivial.map((value) => value.value)).toEqual([0, 4 / 7, 0]);
  expect(metric('packet_exact')?.values.map((value) => value.numerator)).toEqual([0, 1]);
  expect(model.packets?.strips[0]?.predicted[0]).toEqual([
    { type: 'A', startPage: 1, endPage: 3, exact: false },
    { type: 'B', startPage: 4, endPage: 4, exact: true },
  ]);
  expect(changedValues(model.changes, 'nowRight').length).toBeGreaterThan(0);
  expect(model.classes?.unit).toBe('pages');
});

test.each([1e12, 1.5, -1])('ignores a page count of %s from a service', async (pages) => {
  const splitClassifications = [{ id: 'a', type: 'A', description: '' }];
  const splits = { splits: [{ classificationId: 'a', type: 'A', startPage: 1, endPage: 2 }] };
  const pair = { id: 'p', pages, expected: splits, outputs: [splits] };
  const model = await buildReport(
    await writeRecord({ type: 'SPLITTER', splitClassifications }, ['1.0'], [pair]),
  );
  const exact = model.packets?.metrics.find(({ metric }) => metric === 'packet_exact');
  expect(exact?.values.map(({ value }) => value)).toEqual([1]);
});

test('states no number of documents that would decide if only failed items prevent the advice to publish', async () => {
  const both: ProcessorConfig = {
    type: 'EXTRACT',
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
  };
  const reader = await writeRecord(
    both,
    ['1.0', 'draft'],
    Array.from({ length: 30 }, (_, i) => {
      const b = i < 3 ? 'b' : 'wrong';
      const before = i === 29 ? new Error('no service') : { value: { a: i < 12 ? 'wrong' : 'a', b } };
      return {
        id: `i${i}`,
        expected: { value: { a: 'a', b: 'b' } },
        outputs: [before, { value: { a: 'a', b } }],
      };
    }),
  );
  const accepted = await buildReport(reader, { acceptedFailures: 1 });
  expect(accepted.verdict.recommendation).toBe('publish');
  const { verdict, comparison } = await buildReport(reader, { acceptedFailures: 0 });
  expect(verdict).toMatchObject({ recommendation: 'not-enough-evidence', code: 'too-many-failures' });
  expect(comparison?.documentsNeeded).toBeNull();
});

test('shows the value of a critical field first', async () => {
  const expected = gold('A', 1);
  // In both documents, the draft is wrong in `number` and in `total`.
  const reader = await writeRecord(
    invoice,
    ['1.0', 'draft'],
    ['d1', 'd2'].map((id) => ({ id, expected, outputs: [expected, gold('B', 2)] })),
  );
  const first = (model: ReportModel) => model.changes[0]?.values.map(({ path }) => path);
  const plain = first(await buildReport(reader));
  expect(plain).toHaveLength(2);
  const reversed = await buildReport(reader, { business: { criticalFields: [plain?.[1] as string] } });
  expect(first(reversed)).toEqual(plain?.toReversed());
});
