import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { attributionText } from '../../../src/cli/commands/attribution.ts';
import { attributeErrors } from '../../../src/usecases/attribution/attribute-errors.ts';
import { testService } from '../../fixtures/service/service-harness.ts';
import {
  classes,
  createProcessor,
  createWorkflow,
  endOf,
  startRun,
} from '../../fixtures/service/workflow-requests.ts';

const schema = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: ['string', 'null'], description: 'd' } },
};

it('divides the errors of workflow runs of the local service', async () => {
  const service = await testService();
  const extractor = await createProcessor(service, 'EXTRACT', { schema });
  // The test engine splits every document into one invoice per page.
  const splitter = await createProcessor(service, 'SPLITTER', { splitClassifications: classes });
  const workflowId = await createWorkflow(service, {
    steps: [{ processorId: splitter, byClass: { invoice: [{ processorId: extractor }] } }],
  });
  const rawTexts = ['one\ftwo\fthree\ffour'];
  const workflowRun = await endOf(service, await startRun(service, workflowId, { rawTexts }));
  const gold = (type: string, startPage: number, endPage: number, text: string) => ({
    type,
    startPage,
    endPage,
    expected: { value: { text } },
  });
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-stages-'));
  const packets = path.join(dir, 'packets.jsonl');
  const configs = path.join(dir, 'configs.json');
  writeFileSync(
    configs,
    JSON.stringify({ invoice: { type: 'EXTRACT', schema }, letter: { type: 'EXTRACT', schema } }),
  );
  const line = {
    id: 'p',
    // Gold of three documents. The first equals the output, the second has another text, and the third has another
    // class. The outputs also have the members `effort` and `pages`, which the config does not declare. Both count as
    // spurious.
    gold: [gold('invoice', 1, 1, 'one'), gold('invoice', 2, 2, 'TWO'), gold('letter', 3, 4, 'three')],
    workflowRun,
  };
  writeFileSync(packets, `${JSON.stringify(line)}\n`);
  const answer = await attributeErrors({ packets, configs, out: dir });
  const text = attributionText(await attributeErrors({ packets, configs }));
  // The engine of this test extracts `one` from every split, so:
  //
  // - page 1 has 2 spurious values
  // - page 2 has 1 incorrect and 2 spurious values
  // - page 3 is paired with the letter, and has 1 incorrect and 2 spurious values
  // - page 4 is paired with nothing, and has 3 spurious values
  expect(answer).toMatchObject({
    errors: 11,
    expected: 3,
    method: 'first-failure',
    byStage: { splitting: 6, classification: 0, 'row-alignment': 0, value: 1, presence: 4 },
  });
  expect(text).toMatch(/splitting +6 +54\.5 %/);
  expect(readFileSync(path.join(dir, 'attribution.csv'), 'utf8')).toContain('(all),11,6,0,0,1,4');

  writeFileSync(packets, `${JSON.stringify({ ...line, gold: [] })}\n`);
  await expect(attributeErrors({ packets, configs })).rejects.toMatchObject({ code: 'DATASET_LINE_INVALID' });
  writeFileSync(packets, `${JSON.stringify({ ...line, predicted: [] })}\n`);
  await expect(attributeErrors({ packets, configs })).rejects.toThrow(
    /exactly one of "predicted" and "workflowRun"/,
  );
  writeFileSync(configs, '{"invoice": {"type": "SPLITTER"}}');
  await expect(attributeErrors({ packets, configs })).rejects.toThrow();
});
