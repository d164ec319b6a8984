import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  FieldKeys,
  readAnnotation,
  resultSchema,
} from '../../../../src/loaders/formats/label-studio-results.ts';

const read = (...results: readonly object[]) =>
  readAnnotation(z.array(resultSchema).parse(results), new FieldKeys());
const box = { x: 10, y: 20, width: 30, height: 5, rotation: 0 };
const size = { original_width: 1000, original_height: 500, to_name: 'image' };

test('joins label, text and box of a region to a field with a citation', () => {
  const found = read(
    { ...size, id: 'r1', type: 'rectangle', from_name: 'bbox', value: box },
    { ...size, id: 'r1', type: 'labels', from_name: 'label', value: { ...box, labels: ['totalAmount'] } },
    {
      ...size,
      id: 'r1',
      type: 'textarea',
      from_name: 'text',
      value: { ...box, text: ['12.50'] },
      item_index: 1,
    },
  );
  const polygon = [
    { x: 0.1, y: 0.2 },
    { x: 0.4, y: 0.2 },
    { x: 0.4, y: 0.25 },
    { x: 0.1, y: 0.25 },
  ];
  const citation = { page: 1, pageWidth: 1, pageHeight: 1, polygon, referenceText: '12.50' };
  expect(found).toEqual({
    fields: { total_amount: '12.50' },
    metadata: { total_amount: { citations: [citation] } },
    notScored: {},
    choice: null,
    joined: [],
    ignored: [],
  });
});

test('rotates a box clockwise around its top left corner, in pixels', () => {
  const value = { ...box, rotation: 90, rectanglelabels: ['a'] };
  const found = read({ ...size, id: 'r1', type: 'rectanglelabels', item_index: 2, value });
  // The box is 300 x 25 pixels large, with its top left corner at (100, 100). It is rotated about this corner, and then
  // extends 300 pixels down and 25 pixels to the left.
  const expected = [
    [0.1, 0.2],
    [0.1, 0.8],
    [0.075, 0.8],
    [0.075, 0.2],
  ];
  const { metadata } = found as unknown as {
    metadata: { a: { citations: { page: number; polygon: { x: number; y: number }[] }[] } };
  };
  const [citation] = metadata.a.citations;
  expect(citation?.page).toBe(3);
  for (const [index, point] of (citation?.polygon ?? []).entries()) {
    expect(point.x).toBeCloseTo(expected[index]?.[0] as number, 10);
    expect(point.y).toBeCloseTo(expected[index]?.[1] as number, 10);
  }
  expect(citation?.polygon).toHaveLength(4);
});

test('reads ranges of characters, joins several regions of one label, and marks regions without text', () => {
  const range = (id: string, text: string | undefined, label: string) => ({
    id,
    type: 'labels',
    value: { start: 0, end: 5, ...(text === undefined ? {} : { text }), labels: [label] },
  });
  const found = read(
    range('1', '1 Main St', 'address'),
    range('2', 'Ace', 'name'),
    range('3', 'Springfield', 'address'),
    range('4', undefined, 'date'),
  );
  expect(found).toMatchObject({
    fields: { address: '1 Main St Springfield', name: 'Ace' },
    notScored: { date: 'not-annotated' },
    joined: ['address'],
    metadata: {},
  });
});

test('reads values of the whole document as fields', () => {
  const found = read(
    { id: '1', type: 'textarea', from_name: 'Vendor Name', value: { text: ['Ace', 'Inc.'] } },
    { id: '2', type: 'number', from_name: 'total', value: { number: 12.5 } },
    { id: '3', type: 'datetime', from_name: 'date', value: { datetime: '2024-03-02' } },
    { id: '4', type: 'choices', from_name: 'currency', value: { choices: ['EUR'] } },
    { id: '5', type: 'taxonomy', from_name: 'topic', value: { taxonomy: [['a', 'b']] } },
  );
  expect(found).toMatchObject({
    fields: { vendor_name: 'Ace\nInc.', total: 12.5, date: '2024-03-02', currency: 'EUR', topic: 'a > b' },
    choice: null,
    ignored: [],
  });
});

test('returns the choice of a document that has only a choice', () => {
  expect(
    read({ id: '1', type: 'choices', from_name: 'kind', value: { choices: ['Invoice'] } }),
  ).toMatchObject({
    choice: 'Invoice',
  });
});

test('rejects several choices of one tag', () => {
  expect(read({ type: 'choices', value: { choices: ['a', 'b'] } })).toEqual({
    mismatch: { path: 'annotations.result[0].value.choices', found: '2 choices', expected: 'one choice' },
  });
});

test('names every result that is not part of the gold', () => {
  const found = read(
    { id: '1', type: 'rectangle', value: box },
    { id: '1', type: 'textarea', value: { ...box, text: ['x'] } },
    { id: '2', type: 'choices', value: { ...box, choices: ['a', 'b'] } },
    { type: 'relation', from_id: '1', to_id: '2' },
    { id: '3', type: 'brushlabels', value: { rle: [1], brushlabels: ['stamp'] } },
  );
  expect(found).toMatchObject({
    fields: {},
    notScored: { stamp: 'not-annotated' },
    ignored: ['choices of a region', 'relation', 'region without a label', 'region without a label'],
  });
});

test('keeps labels and tags apart whose names give the same key', () => {
  const range = (label: string, text: string) => ({
    id: label,
    type: 'labels',
    value: { start: 0, end: 1, text, labels: [label] },
  });
  const found = read(range('金額', '12'), range('日付', '2024'), range('Total', '12'), range('total', '13'), {
    id: 'z',
    type: 'number',
    from_name: 'total',
    value: { number: 99 },
  });
  expect(found).toMatchObject({
    fields: { 金額: '12', 日付: '2024', total: 99, total_2: '12', total_3: '13' },
    joined: [],
  });
});

test('uses the first entered text of a region, and the first value of a tag for the whole document', () => {
  const place = { start: 0, end: 1 };
  const found = read(
    { id: 'r', type: 'labels', value: { ...place, text: '12', labels: ['sum'] } },
    { id: 'r', type: 'textarea', from_name: 'value', value: { ...place, text: ['12.00'] } },
    { id: 'r', type: 'textarea', from_name: 'remark', value: { ...place, text: ['unsure'] } },
    { id: 'a', type: 'choices', from_name: 'kind', value: { choices: ['bill'] } },
    { id: 'b', type: 'choices', from_name: 'kind', value: { choices: ['note'] } },
    { id: 'c', type: 'choices', from_name: 'page', item_index: 0, value: { choices: ['front'] } },
  );
  expect(found).toMatchObject({
    fields: { sum: '12.00', kind: 'bill' },
    choice: null,
    ignored: ['further textarea of a region', 'further choices of one tag', 'choices of one page'],
  });
});
