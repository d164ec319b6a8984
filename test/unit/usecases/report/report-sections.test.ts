import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { reportSections } from '../../../../src/usecases/report/report-sections.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config: ProcessorConfig = {
  type: 'CLASSIFY',
  classifications: ['a', 'b'].map((type) => ({ id: type, type, description: type })),
};
const is = (type: string) => ({ id: type, type, confidence: 0.9 });
const record = () =>
  writeRecord(
    config,
    ['1.0', 'draft'],
    Array.from({ length: 20 }, (_, at) => ({
      id: `doc-${at}`,
      // The label of the first document is wrong. Both versions agree on another value.
      expected: is(at === 0 || at >= 10 ? 'b' : 'a'),
      outputs: [is(at < 10 ? 'a' : 'b'), is(at < 10 ? 'a' : 'b')],
    })),
  );

test('a report has only the requested sections', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'goldset-sections-'));
  const at = (name: string) => path.join(dir, name);
  const gold = [{ type: 'a', startPage: 1, endPage: 1, expected: { value: { n: '1' } } }];
  const predicted = [{ type: 'a', startPage: 1, endPage: 1, output: { value: { n: '2' } } }];
  await writeFile(at('packets.jsonl'), `${JSON.stringify({ id: 'p', gold, predicted })}\n`);
  const schema = { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] };
  await writeFile(at('configs.json'), JSON.stringify({ a: { type: 'EXTRACT', schema } }));
  const metrics = { type: 'CLASSIFY', numFiles: 20, accuracyPerc: 0.95 };
  await writeFile(
    at('batch.json'),
    JSON.stringify({ id: 'bpr_1', status: 'PROCESSED', processorVersionId: 'dpv_1', metrics }),
  );
  const reader = await record();
  expect(await reportSections(reader, {}, {})).toEqual({});
  const made = await reportSections(
    reader,
    {
      labelIssues: true,
      batchRun: at('batch.json'),
      attribution: at('packets.jsonl'),
      configs: at('configs.json'),
    },
    {},
  );
  expect(made.labelIssues?.issues.map(({ itemId }) => itemId)).toEqual(['doc-0']);
  expect(made.reconciliation?.batchRunId).toBe('bpr_1');
  expect(made.attribution?.byStage).toMatchObject({ splitting: 0, classification: 0, value: 1 });
});

test.each([[{ attribution: 'packets.jsonl' }], [{ configs: 'configs.json' }]])(
  'packets and configs come together: %j',
  async (flags) => {
    await expect(reportSections(await record(), flags, {})).rejects.toMatchObject({ code: 'USAGE' });
  },
);
