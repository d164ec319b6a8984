import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareRecords } from '../../../src/analysis/compare/compare-records.ts';
import { compareResult } from '../../../src/analysis/compare/compare-result.ts';
import { createClient } from '../../../src/client/create-client.ts';
import type { EvaluationSet } from '../../../src/model/dataset/evaluation-set.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { checkProcessorFile, ensureProcessor } from '../../../src/runner/ensure-processor.ts';
import { runPlan } from '../../../src/runner/run-plan.ts';
import { changedValues } from '../../fixtures/changed-values.ts';
import { testService } from '../../fixtures/service/service-harness.ts';

// Makes one comparison over HTTP. bench/compare-power.ts makes 200 comparisons in memory. The seed depends on the file,
// so every run gives the same result.

const echoEngine = new URL('../../fixtures/service/echo-engine.ts', import.meta.url).href;
const documents = 200;
const fields = Array.from({ length: 12 }, (_, i) => `field_${i + 1}`);
const config = (rules: string) => ({
  type: 'EXTRACT' as const,
  baseProcessor: 'extraction_light',
  extractionRules: rules,
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((name) => [name, { type: ['string', 'null'], description: name }]),
    ),
    required: fields,
  },
});
const value = (i: number) => Object.fromEntries(fields.map((name) => [name, `${name} of document ${i}`]));

const set: EvaluationSet = {
  name: 'injected',
  kind: 'EXTRACT',
  manifest: { name: 'injected', kind: 'EXTRACT' },
  path: 'injected',
  async *items() {
    for (let i = 0; i < documents; i++)
      yield {
        id: `doc-${i}`,
        // The engine of this test returns the text of the document as its output.
        source: { kind: 'text', text: JSON.stringify({ value: value(i), metadata: {} }) },
        expectedOutput: { value: value(i) },
        tags: {},
        origin: { file: 'injected' },
      };
  },
};

test('finds the one field that loses 5 percentage points on the local service', async () => {
  const service = await testService({ engineModule: echoEngine });
  const client = createClient({ baseUrl: service.url, token: service.token });
  const dir = await mkdtemp(path.join(tmpdir(), 'goldset-injected-'));
  onTestFinished(async () => {
    await client.close();
    await rm(dir, { recursive: true, force: true });
  });
  const file = { name: 'p', type: 'EXTRACT', versions: [{ version: '1.0', config: config('one') }] };
  const { id: processorId } = await ensureProcessor(
    client,
    checkProcessorFile({ ...file, config: config('two') }, 'processor.json'),
    'processor.json',
  );
  const plant = async (version: string, rates: Record<string, { alter: number }>) => {
    const answer = await service.post('/local/injected_errors', {
      processorId,
      version,
      seed: 1,
      fields: rates,
    });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };
  await plant('1.0', { '*': { alter: 0.05 } });
  await plant('draft', { '*': { alter: 0.05 }, field_5: { alter: 0.1 } });
  const recordDir = path.join(dir, 'record');
  await runPlan({
    client,
    targetKind: 'local',
    recordDir,
    set,
    processor: processorId,
    versions: ['1.0', 'draft'],
    concurrency: 8,
  });
  const reader = await openRecord(recordDir);
  const answer = compareResult(
    await compareRecords({ reader, version: '1.0' }, { reader, version: 'draft' }),
  );
  const regressed = answer.fields.filter(({ verdict }) => verdict === 'regressed');
  expect(regressed.map(({ scope }) => scope)).toEqual(['field:field_5']);
  expect(answer.recommendation).toBe('do-not-publish');
  expect(new Set(changedValues(answer.changes, 'newError').map(({ path: at }) => at))).toEqual(
    new Set(['field_5']),
  );
  // The errors of the other fields are the same in both versions, because they depend on the document, not on the run.
  expect(changedValues(answer.changes, 'nowRight')).toEqual([]);
  expect(answer.configDifference).toEqual(['extractionRules: "one" -> "two"']);
});
