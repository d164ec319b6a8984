import { expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../../src/analysis/compare/compare-result.ts';
import { unsharedFields } from '../../../../src/analysis/config-changes/field-changes.ts';
import type { ExtractConfig, SchemaNode } from '../../../../src/model/processor/processor-config.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text: SchemaNode = { type: ['string', 'null'] };
const number: SchemaNode = { type: ['number', 'null'] };
const extract = (properties: Record<string, SchemaNode>): ExtractConfig => ({
  type: 'EXTRACT',
  schema: { type: 'object', properties, required: Object.keys(properties) },
});

/** Writes a record of one version. `gold` is the config of the dataset. */
async function side(
  version: string,
  config: ExtractConfig,
  gold: ExtractConfig | undefined,
  outputs: readonly Record<string, unknown>[],
  expected: readonly Record<string, unknown>[],
): Promise<RecordReader> {
  const reader = await writeRecord(
    config,
    [version],
    outputs.map((value, i) => ({ id: `i${i}`, expected: { value: expected[i] }, outputs: [{ value }] })),
  );
  return { ...reader, plan: { ...reader.plan, dataset: { ...reader.plan.dataset, config: gold } } };
}

const gold = [
  { number: 'R1', total: 10 },
  { number: 'R2', total: 20 },
];
const compared = async (
  before: ExtractConfig,
  after: ExtractConfig,
  candidate: readonly Record<string, unknown>[],
  own: ExtractConfig | undefined = before,
) =>
  compareRecords(
    { reader: await side('1.0', before, own, gold, gold) },
    { reader: await side('draft', after, own, candidate, gold) },
  );

test('reports a renamed field with its evidence, and counts none of its values as wrong', async () => {
  const model = await compared(
    extract({ number: text, total: number }),
    extract({ number: text, amount_due: number }),
    [
      { number: 'R1', amount_due: 10 },
      { number: 'R2', amount_due: 20 },
    ],
  );
  expect(model.comparison?.notComparable).toEqual([
    {
      part: 'field',
      field: 'total',
      change: 'renamed',
      to: 'amount_due',
      reason: 'same value in 2 of 2 documents',
    },
  ]);
  expect(model.changes).toEqual([]);
  expect(model.tiles.map((tile) => tile.values.map((value) => value?.value))[0]).toEqual([1, 1]);
  expect(compareResult(model).fields.map(({ scope }) => scope)).toEqual(['field:number']);
});

test('scores an added field for the version that reads it, without a comparison', async () => {
  const both = extract({ number: text, total: number });
  const model = await compareRecords(
    {
      reader: await side('1.0', extract({ number: text }), both, [{ number: 'R1' }, { number: 'R2' }], gold),
    },
    {
      reader: await side(
        'draft',
        both,
        both,
        [gold[0] as object, { number: 'R2', total: 99 }] as never,
        gold,
      ),
    },
  );
  expect(model.comparison?.notComparable).toMatchObject([{ field: 'total', change: 'added' }]);
  const row = model.fields.find(({ field }) => field === 'total');
  expect(row?.notComparable).toBe('only the candidate reads it');
  expect(row?.comparison).toBeNull();
  // The baseline does not have the field. The candidate has one of two values right.
  expect(row?.f1.map(({ value }) => value)).toEqual([null, 0.5]);
  expect(changedValues(model.changes, 'nowRight')).toEqual([]);
  expect(changedValues(model.changes, 'newError')).toEqual([]);
});

test('does not count an added field as spurious if the dataset has no config', async () => {
  const model = await compareRecords(
    {
      reader: await side('1.0', extract({ number: text }), undefined, [{ number: 'R1' }], [{ number: 'R1' }]),
    },
    {
      reader: await side(
        'draft',
        extract({ number: text, note: text }),
        undefined,
        [{ number: 'R1', note: 'new' }],
        [{ number: 'R1' }],
      ),
    },
  );
  expect(changedValues(model.changes, 'newError')).toEqual([]);
  expect(model.tiles[0]?.values.map((value) => value?.value)).toEqual([1, 1]);
});

test('reports a removed field, and a field that became a group as not comparable', async () => {
  const removed = await compared(extract({ number: text, total: number }), extract({ number: text }), [
    { number: 'R1' },
    { number: 'R2' },
  ]);
  expect(removed.comparison?.notComparable).toEqual([
    { part: 'field', field: 'total', change: 'removed', to: null, reason: 'only the baseline reads it' },
  ]);
  const group: SchemaNode = { type: 'object', properties: { net: number }, required: ['net'] };
  const retyped = await compared(
    extract({ number: text, total: number }),
    extract({ number: text, total: group }),
    [
      { number: 'R1', total: { net: 10 } },
      { number: 'R2', total: { net: 20 } },
    ],
  );
  expect(retyped.comparison?.notComparable).toEqual([
    {
      part: 'field',
      field: 'total',
      change: 'retyped',
      to: null,
      reason: 'number in the baseline, object in the candidate',
    },
  ]);
  expect(retyped.changes).toEqual([]);
});

test('compares names by words and letters, and never matches fields of different types', async () => {
  const changes = async (before: Record<string, SchemaNode>, after: Record<string, SchemaNode>) =>
    (
      await compared(
        extract({ number: text, ...before }),
        extract({ number: text, ...after }),
        gold.map((value) => ({ number: value.number })),
        extract({ number: text, total: number }),
      )
    ).comparison?.notComparable.map(({ field, change, to }) => [field, change, to]);
  expect(await changes({ total: number }, { total_amount: number })).toEqual([
    ['total', 'renamed', 'total_amount'],
  ]);
  expect(await changes({ total: number }, { total_amount: text })).toEqual([
    ['total', 'removed', null],
    ['total_amount', 'added', null],
  ]);
  expect(await changes({ total: number }, { zip: number })).toEqual([
    ['total', 'removed', null],
    ['zip', 'added', null],
  ]);
  const described = { ...number, description: 'What is to be paid.' };
  expect(await changes({ total: described }, { zip: described })).toEqual([['total', 'renamed', 'zip']]);
});

test('reports the topmost name for fields in an array that one config lacks', () => {
  const rows = (properties: Record<string, SchemaNode>): SchemaNode => ({
    type: 'array',
    items: { type: 'object', properties, required: Object.keys(properties) },
  });
  const one = extract({ a: text, rows: rows({ x: text, y: text }) });
  expect(unsharedFields([one, extract({ a: text, rows: rows({ x: text }) })])).toEqual(['rows.y']);
  expect(unsharedFields([one, extract({ a: text })])).toEqual(['rows']);
  expect(unsharedFields([one, one])).toEqual([]);
});
