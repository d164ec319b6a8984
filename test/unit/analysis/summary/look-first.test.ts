import { describe, expect, it, test } from 'vitest';
import { causes } from '../../../../src/analysis/causes/causes.ts';
import { buildReport } from '../../../../src/analysis/sections/build-report.ts';
import { type LookFirstInput, lookFirst } from '../../../../src/analysis/summary/look-first.ts';
import { zeroCounts } from '../../../../src/metrics/counts.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import type { ChangedDocument } from '../../../../src/model/report/document-state.ts';
import type { DocumentRow, DocumentVersion } from '../../../../src/model/report/report-model.ts';
import type { LeafOutcome } from '../../../../src/model/score/item-score.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { memoryRecord } from '../../../fixtures/records/memory-record.ts';

const leaf = (path: string, predicted: string, change: Partial<LeafOutcome> = {}): LeafOutcome => ({
  path,
  field: path.replaceAll(/\[\d+\]/g, ''),
  outcome: 'incorrect',
  expected: 'right',
  predicted,
  similarity: 0,
  ...change,
});
const version = (leaves: readonly LeafOutcome[], change: Partial<DocumentVersion> = {}): DocumentVersion => ({
  state: 'scored',
  failure: null,
  counts: { ...zeroCounts, incorrect: leaves.length },
  exact: false,
  leaves,
  rows: [],
  citations: {},
  confidences: {},
  confidence: null,
  latencyMs: 1,
  credits: 1,
  runId: null,
  output: null,
  ...change,
});
const item = (itemId: string, versions: readonly DocumentVersion[]): DocumentRow => ({
  position: Number(itemId),
  itemId,
  name: itemId,
  tags: {},
  change: null,
  versions,
  expected: null,
  document: { kind: 'file', path: 'a.pdf' },
});
const change = (
  itemId: string,
  about: Partial<ChangedDocument>,
  paths: readonly string[],
): ChangedDocument => ({
  itemId,
  state: 'mixed',
  newlyWrong: false,
  newErrors: paths.length,
  errorsBefore: 9,
  errorsNow: 5,
  values: paths.map((path) => ({
    change: 'newError',
    path,
    expected: 'right',
    baseline: 'right',
    candidate: 'wrong',
  })),
  ...about,
});
const input = (given: Partial<LookFirstInput>): LookFirstInput => ({
  items: [],
  changes: [],
  total: 7,
  lost: 0,
  isCritical: () => false,
  causes: new Map(),
  ...given,
});
const idsOf = (given: Partial<LookFirstInput>) =>
  lookFirst(input(given)).documents.map(({ itemId }) => itemId);

test('orders documents: newly wrong, more errors, critical fields, most new errors', () => {
  const paths = ['a', 'b'];
  const changes = [
    change('1', {}, ['a']),
    change('2', {}, paths),
    change('3', {}, ['critical']),
    change('4', { errorsNow: 12, state: 'moreErrors' }, ['a']),
    change('5', { newlyWrong: true, errorsBefore: 0, errorsNow: 1, state: 'newlyWrong' }, ['a']),
    change('6', { newErrors: 0, state: 'fewerErrors' }, []),
  ];
  const items = changes.map(({ itemId }) => item(itemId, [version([]), version([])]));
  expect(idsOf({ items, changes, isCritical: (field) => field === 'critical' })).toEqual([
    '5',
    '4',
    '3',
    '2',
    '1',
  ]);
});

test('lists at most five documents and the number of all', () => {
  const changes = Array.from({ length: 8 }, (_, i) => change(String(i), {}, ['a']));
  const items = changes.map(({ itemId }) => item(itemId, [version([]), version([])]));
  const found = lookFirst(input({ items, changes, total: 8 }));
  expect(found.documents).toHaveLength(5);
  expect(found).toMatchObject({ total: 8, more: 3, of: 'new errors' });
});

test('decides by the value with the highest confidence', () => {
  const leaves = [leaf('a', 'x'), leaf('b', 'y')];
  const items = [item('1', [version([]), version(leaves, { confidences: { a: 0.5, b: 0.9 } })])];
  const [first] = lookFirst(input({ items, changes: [change('1', {}, ['a', 'b'])] })).documents;
  expect(first).toMatchObject({ path: 'b', confidence: 0.9, errors: '9 → 5 errors, 2 new' });
  const [critical] = lookFirst(
    input({ items, changes: [change('1', {}, ['a', 'b'])], isCritical: (field) => field === 'a' }),
  ).documents;
  expect(critical?.path).toBe('a');
});

test('names the place in words, and an absent value as nothing', () => {
  const changes = [change('1', {}, ['line_items[1].description'])];
  const values = changes[0]?.values.map((value) => ({ ...value, expected: '—', baseline: '—' })) ?? [];
  const [first] = lookFirst(
    input({
      items: [item('1', [version([]), version([])])],
      changes: [{ ...(changes[0] as ChangedDocument), values }],
    }),
  ).documents;
  expect(first).toMatchObject({
    place: 'line item 2, description',
    expected: 'nothing',
    values: ['nothing', 'wrong'],
  });
});

test('says of a newly wrong document how many errors it has now', () => {
  const changes = [
    change('1', { newlyWrong: true, errorsBefore: 0, errorsNow: 2, state: 'newlyWrong' }, ['a']),
  ];
  const [first] = lookFirst(input({ items: [item('1', [version([]), version([])])], changes })).documents;
  expect(first?.errors).toBe('fully right before, 2 errors now');
});

test('cuts the page at the boxes of both versions, as shares of the page', () => {
  const box = (x: number, y: number) => [
    { x, y },
    { x: x + 20, y },
    { x: x + 20, y: y + 10 },
    { x, y: y + 10 },
  ];
  const cited = (x: number, page = 2) => ({
    a: [{ page, polygon: box(x, 50), pageWidth: 100, pageHeight: 200 }],
  });
  const items = [
    item('1', [
      version([leaf('a', 'right', { outcome: 'correct' })], { citations: cited(10) }),
      version([leaf('a', 'x')], { citations: cited(70) }),
    ]),
  ];
  const changes = [change('1', {}, ['a'])];
  expect(lookFirst(input({ items, changes })).documents[0]?.crop).toEqual({
    page: 2,
    boxes: [
      { version: 0, left: 0.1, top: 0.25, right: 0.3, bottom: 0.3 },
      { version: 1, left: 0.7, top: 0.25, right: 0.9, bottom: 0.3 },
    ],
  });
});

test('shows the page of a packet, and the first page of a document, without a box', () => {
  const versions = [version([]), version([])];
  const changes = [change('1', {}, ['pages 3–4'])];
  expect(lookFirst(input({ items: [item('1', versions)], changes })).documents[0]?.crop).toEqual({
    page: 3,
    boxes: [],
  });
  const type = [change('1', {}, ['type'])];
  expect(lookFirst(input({ items: [item('1', versions)], changes: type })).documents[0]?.crop).toEqual({
    page: 1,
    boxes: [],
  });
  const without = { ...item('1', versions), document: null };
  const [found] = lookFirst(input({ items: [without], changes })).documents;
  expect([found?.crop, found?.cropNote]).toEqual([null, undefined]);
});

test('has no picture of a field without a cited position, and states why', () => {
  const items = [item('1', [version([]), version([])])];
  const [found] = lookFirst(input({ items, changes: [change('1', {}, ['a'])] })).documents;
  expect([found?.crop, found?.cropNote]).toEqual([
    null,
    'No picture: no output cites the position of this value.',
  ]);
});

test('ignores a box outside the page size and broken numbers', () => {
  const polygon = [
    { x: -50, y: 10 },
    { x: 900, y: Number.NaN },
  ];
  const citations = { a: [{ page: 1, polygon, pageWidth: 100, pageHeight: 100 }] };
  const items = [item('1', [version([]), version([leaf('a', 'x')], { citations })])];
  expect(lookFirst(input({ items, changes: [change('1', {}, ['a'])] })).documents[0]?.crop).toBeNull();
});

test('lists the documents with most errors of one version', () => {
  const items = [
    item('1', [version([leaf('a', 'x')])]),
    item('2', [version([leaf('a', 'x'), leaf('b', 'y')], { confidences: { b: 0.8 } })]),
    item('3', [version([])]),
  ];
  const found = lookFirst(input({ items, changes: null, total: 2 }));
  expect(found.of).toBe('errors');
  expect(found.documents.map(({ itemId, errors, path, values }) => [itemId, errors, path, values])).toEqual([
    ['2', '2 errors', 'b', ['y']],
    ['1', '1 error', 'a', ['x']],
  ]);
});

describe('documents with the same cause', () => {
  const numberOf = (name: string) => causes.findIndex((cause) => cause.name === name);
  /**
   * Returns the documents to look at first. Each document has one wrong value. `names` has the cause of each wrong
   * value.
   */
  const found = (names: readonly string[], given: Partial<LookFirstInput> = {}) => {
    const leaves = names.map((_, i) => leaf(i % 2 === 0 ? 'a' : 'b', `x${i}`));
    const items = leaves.map((wrong, i) => item(String(i), [version([]), version([wrong])]));
    return lookFirst(
      input({
        items,
        changes: leaves.map(({ path }, i) => change(String(i), { newErrors: 20 - i }, [path])),
        total: names.length,
        causes: new Map(
          leaves.map((wrong, i) => [i, [{ leaf: wrong, cause: numberOf(names[i] as string) }]]),
        ),
        ...given,
      }),
    );
  };
  const entries = (names: readonly string[], given?: Partial<LookFirstInput>) =>
    found(names, given).documents.map(({ itemId, sameCause }) => [itemId, sameCause]);
  const swapped = 'Day and month swapped';

  it('share the entry of the first of them, so that five entries show five problems', () => {
    const names = ['day-month-swapped', 'sign', 'day-month-swapped', 'day-month-swapped', 'rows'];
    expect(entries([...names, 'letter-case', 'misread-characters', 'paraphrase'])).toEqual([
      ['0', `${swapped} (3 documents)`],
      ['1', undefined],
      ['4', undefined],
      ['5', undefined],
      ['6', undefined],
    ]);
    expect(found([...names, 'letter-case', 'misread-characters', 'paraphrase'])).toMatchObject({
      total: 8,
      more: 1,
    });
  });

  it('stay apart if the cause is unknown', () => {
    expect(entries(['unknown', 'unknown'])).toEqual([
      ['0', undefined],
      ['1', undefined],
    ]);
  });

  it('stay apart if a value is missing without a reason in another field', () => {
    expect(entries(['missing', 'missing', 'missing'])).toEqual([
      ['0', 'Value not found: a (2 documents)'],
      ['1', undefined],
    ]);
  });

  it('have a lower bound as their number if the report shows only some documents', () => {
    expect(entries(['sign', 'sign'], { total: 30 })).toEqual([
      ['0', 'Minus sign lost or added (at least 2 documents)'],
    ]);
    expect(found(['sign', 'sign'], { total: 30 }).more).toBe(28);
  });

  it('are those that lost their result', () => {
    const lost = { newlyWrong: true, newErrors: 0, state: 'noResult' as const };
    const changes = ['1', '2'].map((id) => change(id, lost, []));
    const items = changes.map(({ itemId }) => item(itemId, [version([]), version([])]));
    const list = lookFirst(input({ items, changes, total: 0, lost: 2 }));
    expect(list.documents.map((one) => one.sameCause)).toEqual(['Document without a result (2 documents)']);
    expect(list).toMatchObject({ total: 0, lost: 2, more: 0, of: 'new errors' });
  });

  it('are those of the same two classes', () => {
    const answer = (predicted: string) => [version([leaf('type', predicted, { expected: 'receipt' })])];
    const items = ['order', 'other', 'order'].map((type, i) => item(String(i), answer(type)));
    expect(
      lookFirst(input({ items, changes: null, total: 3 })).documents.map((one) => [
        one.itemId,
        one.sameCause,
      ]),
    ).toEqual([
      ['0', 'receipt read as order (2 documents)'],
      ['1', undefined],
    ]);
  });

  it('are named by the causes of a real record', async () => {
    const text = { type: ['string', 'null'] };
    const config = { type: 'EXTRACT', schema: { type: 'object', properties: { name: text, code: text } } };
    const outputs = (name: string) => [{ value: { name, code: 'c' } }];
    const record = memoryRecord(
      config as ProcessorConfig,
      ['1.0'],
      [
        { id: 'd0', expected: { name: 'Acme Ltd', code: 'c' }, outputs: outputs('ACME LTD') },
        { id: 'd1', expected: { name: 'Bolt Inc', code: 'c' }, outputs: outputs('bolt inc') },
        { id: 'd2', expected: { name: 'Nut Company', code: 'c' }, outputs: outputs('Thank you') },
      ],
    );
    const scoring = {
      ...defaultScoringOptions,
      comparators: [{ field: '**', comparator: 'exact' as const }],
    };
    const { summary } = await buildReport(record, { sensitivity: false, scoring });
    expect(summary.lookFirst.documents.map(({ itemId, sameCause }) => [itemId, sameCause])).toEqual([
      ['d0', 'Only capital and small letters differ (2 documents)'],
      ['d2', undefined],
    ]);
  });
});

test('shortens very long values without breaking a character', () => {
  const long = `${'x'.repeat(199)}😀${'y'.repeat(500)}`;
  const changes = [change('1', {}, ['a'])];
  const values = (changes[0]?.values ?? []).map((value) => ({ ...value, candidate: long }));
  const [first] = lookFirst(
    input({
      items: [item('1', [version([]), version([])])],
      changes: [{ ...(changes[0] as ChangedDocument), values }],
    }),
  ).documents;
  expect(first?.values[1]?.isWellFormed()).toBe(true);
  expect(first?.values[1]?.length).toBe(201);
});
