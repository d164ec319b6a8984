import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { toolVersion } from '../../../../src/base/tool-version.ts';
import { createClient } from '../../../../src/client/create-client.ts';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { runDataset } from '../../../../src/usecases/run/run-dataset.ts';
import { FaultServer } from '../../../fixtures/faults/fault-server.ts';
import { extractConfig, testService } from '../../../fixtures/service/service-harness.ts';

const header = 'x-goldset-service';

it('states its version, engine and OCR packages in responses about processors', async () => {
  const service = await testService();
  const { headers } = await service.get('/processors');
  expect(JSON.parse(headers.get(header) ?? '')).toEqual({
    kind: 'local',
    goldset: toolVersion(),
    engine: expect.stringMatching(/^plain-engine\.ts [0-9a-f]{16}$/),
    ocr: expect.stringMatching(/^PP-OCRv4, onnxruntime-\w+ \d\S+ \((?:native|webassembly)\), \w+-\w+$/),
  });
  expect((await service.get('/processor_runs')).headers.get(header)).toBeNull();
  const denied = await service.request('GET', '/processors', undefined, { authorization: 'Bearer other' });
  expect([denied.status, denied.headers.get(header)]).toEqual([401, null]);
});

it('has another identity while it injects errors', async () => {
  const service = await testService();
  const identity = async () => (await service.get('/processors')).headers.get(header);
  const before = await identity();
  const processorId = await service.extractor();
  const settings = { processorId, seed: 1, fields: { number: { alter: 1 } } };
  const created = await service.post('/local/injected_errors', settings);
  expect(created.status).toBeLessThan(300);
  expect(JSON.parse((await identity()) ?? '')).toEqual({
    ...JSON.parse(before ?? ''),
    injectedErrors: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

it('a service without the header is identified by its address', async () => {
  const server = await new FaultServer().start();
  onTestFinished(() => server.stop());
  const client = createClient({ baseUrl: server.url, token: 't' });
  await client.processors.versions('dp_1');
  expect(client.service()).toEqual({ kind: 'remote', baseUrl: server.url });
  await client.close();
});

it('outputs of one local service are reused on another one with another address', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'goldset-identity-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(
    path.join(dir, 'dataset.json'),
    JSON.stringify({ name: 'texts', kind: 'EXTRACT', config: extractConfig }),
  );
  const item = { id: 'a', text: 'Number 1', expectedOutput: { value: { number: '1' } } };
  writeFileSync(path.join(dir, 'items.jsonl'), JSON.stringify(item));
  const run = async (name: string) => {
    const { url, token } = await testService();
    const out = path.join(dir, 'reports', name);
    await runDataset({
      dataset: dir,
      versions: 'draft',
      target: url,
      token,
      out,
      reuse: ['auto'],
      format: 'json',
    });
    return (await openRecord(out)).summary?.reused;
  };
  expect(await run('first')).toBeUndefined();
  expect(await run('second')).toMatchObject({ outputs: 1 });
});
