import { expect, it } from 'vitest';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { expectedCredits, readCredits } from '../../../../src/runner/cost/expected-credits.ts';
import { rewriteRecord } from '../../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config = { type: 'EXTRACT' as const, schema: { type: 'object' as const, properties: {} } };
const pairs = ['a', 'b'].map((id) => ({
  id,
  expected: { value: {} },
  outputs: [{ value: {} }, { value: {} }],
}));

/**
 * Writes a record of two items. The items cost 1 and 2 credits with version 1.0. With the draft, one costs 4 credits,
 * and the cost of the other is unknown.
 */
async function record() {
  const costs: Record<string, number | null> = { 'a 1.0': 1, 'b 1.0': 2, 'a draft': 4, 'b draft': null };
  return rewriteRecord(await writeRecord(config, ['1.0', 'draft'], pairs), {
    rows: (row) => [{ ...row, credits: costs[`${row.itemId} ${row.version}`] ?? null }],
  });
}

it('returns the mean of a version by its config, then by its name, otherwise the mean of all outputs', async () => {
  const known = await readCredits(await record());
  expect(known?.largest).toBe(4);
  expect(known?.meanOf({ configHash: 'hash0', requested: 'other' })).toBe(1.5);
  expect(known?.meanOf({ configHash: 'changed', requested: 'draft' })).toBe(4);
  expect(known?.meanOf({ configHash: 'changed', requested: 'other' })).toBeCloseTo(7 / 3, 12);
});

it('expects the mean of each version times its number of open item runs', async () => {
  const reader = await record();
  const known = await readCredits(reader);
  // 3 runs cost 1.5 credits each, and 2 runs cost 4 credits each.
  expect(
    expectedCredits((await openRecord(reader.dir)).plan, [3, 2], known as NonNullable<typeof known>),
  ).toBe(12.5);
});

it('returns null if no output has credits', async () => {
  const reader = await rewriteRecord(await record(), { rows: (row) => [{ ...row, credits: null }] });
  expect(await readCredits(reader)).toBeNull();
});
