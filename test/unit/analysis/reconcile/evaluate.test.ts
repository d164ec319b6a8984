import { expect, it } from 'vitest';
import { recordedVersion } from '../../../../src/analysis/reconcile/evaluate.ts';
import { processorConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const classifications = ['a', 'b'].map((id) => ({ id, type: id, description: id }));
const config = processorConfigSchema.parse({ type: 'CLASSIFY', classifications });
const answer = (type: string) => ({ id: type, type, confidence: 0.9 });
const pairs = [
  { id: 'one', expected: answer('a'), outputs: [answer('a'), answer('b')] },
  { id: 'failed', expected: answer('a'), outputs: [answer('a'), new Error('broken')] },
  { id: 'not-run', expected: answer('b'), outputs: [answer('b'), undefined] },
];
const again = pairs.map((pair) => ({ ...pair, outputs: [answer('b'), answer('a')] }));

it('reads the first repeat of one version', async () => {
  const reader = await writeRecord(config, ['1.0', 'draft'], pairs, again);
  const { documents } = await recordedVersion(reader, 1);
  expect(documents.map(({ id, expected, output }) => [id, expected, output])).toEqual([
    ['one', answer('a'), answer('b')],
    ['failed', answer('a'), undefined],
    ['not-run', answer('b'), undefined],
  ]);
});

it('rejects more documents than a search can keep in memory', async () => {
  const reader = await writeRecord(config, ['1.0', 'draft'], pairs);
  const large = { ...reader, plan: { ...reader.plan, items: { ...reader.plan.items, count: 50_001 } } };
  await expect(recordedVersion(large, 0)).rejects.toThrow(/has 50001 documents; .*at most 50000/);
});
