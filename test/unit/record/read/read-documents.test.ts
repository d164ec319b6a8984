import { expect, test } from 'vitest';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

test('handles signals and timers while it reads many documents', async () => {
  const config = { type: 'CLASSIFY' as const, classifications: [{ id: 'k', type: 'k', description: '' }] };
  const output = { id: 'k', type: 'k' };
  const pairs = Array.from({ length: 450 }, (_, i) => ({ id: `d${i}`, expected: output, outputs: [output] }));
  const reader = await writeRecord(config, ['draft'], pairs);
  await reader.index();
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  let documents = 0;
  for await (const _ of reader.documents()) documents++;
  clearImmediate(next);
  expect(documents).toBe(450);
  expect(turns).toBeGreaterThanOrEqual(2);
});
