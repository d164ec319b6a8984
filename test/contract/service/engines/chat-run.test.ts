import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ItemRun } from '../../../../src/model/record/run-record.ts';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { reconcileRecord } from '../../../../src/usecases/reconcile/reconcile-record.ts';
import { runDataset } from '../../../../src/usecases/run/run-dataset.ts';
import {
  type ChatRequest,
  chatServer,
  completion,
  pageTexts,
  sendJson,
  testSettings,
} from '../../../fixtures/chat/chat-server.ts';
import { times } from '../../../fixtures/long-form.ts';
import { extractConfig, temporaryFolder, testService } from '../../../fixtures/service/service-harness.ts';

const count = times(10, 1000);
const numbers = Array.from({ length: count }, (_, index) => index + 1);

type Expected = Pick<ItemRun, 'state'> & { readonly message?: RegExp; readonly number?: string };

const content = (number: string) => JSON.stringify({ value: { number }, quotes: [] });
const send = (response: ServerResponse, text: string) => sendJson(response, completion(text));

/**
 * Responds to a request for a document. The response depends on the last digit of the document's number, and on the
 * attempt.
 */
function respond(response: ServerResponse, number: number, attempt: number): void {
  switch (number % 10) {
    case 0:
      return sendJson(response, { error: { message: 'overloaded' } }, 503);
    case 1:
      if (attempt <= 2) return sendJson(response, { error: {} }, 429, { 'retry-after': '0.001' });
      break;
    case 2:
      if (attempt === 1) return void response.socket?.destroy();
      break;
    case 3:
      return send(response, '{"value": {"number": "');
    case 4:
      return send(response, content('wrong'));
    case 5:
      return sendJson(response, completion(null, { message: { refusal: 'no' } }));
    case 6:
      if (attempt === 1) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        return void response.write('{"choices":', () => response.socket?.destroy());
      }
      break;
  }
  return send(response, content(String(number)));
}

/** Returns how the run of a document must end. */
function expectedOf(number: number): Expected {
  switch (number % 10) {
    case 0:
      return { state: 'failed', message: /responded with 503: overloaded, also after 5 retries/ };
    case 3:
      return { state: 'failed', message: /not valid JSON/ };
    case 5:
      return { state: 'failed', message: /refused to answer: no/ };
    case 4:
      return { state: 'processed', number: 'wrong' };
    default:
      return { state: 'processed', number: String(number) };
  }
}

const numberIn = (request: ChatRequest) => Number(/Number (\d+)/.exec(pageTexts(request)[0] ?? '')?.[1]);

it(
  `a run of ${count} documents loses nothing if the model server fails, and a batch has the same figures`,
  async () => {
    const dir = temporaryFolder();
    const config = { ...extractConfig, baseProcessor: 'extraction_light' };
    writeFileSync(
      path.join(dir, 'dataset.json'),
      JSON.stringify({ name: 'numbers', kind: 'EXTRACT', config }),
    );
    const items = numbers.map((number) => ({
      id: `item-${number}`,
      text: `Number ${number}`,
      expectedOutput: { value: { number: String(number) } },
    }));
    writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));

    const attempts = new Map<number, number>();
    const server = await chatServer((request, response) => {
      const number = numberIn(request);
      const attempt = (attempts.get(number) ?? 0) + 1;
      attempts.set(number, attempt);
      respond(response, number, attempt);
    });
    const chatEngine = testSettings(server.url, { firstRetryMs: 1 });
    const service = await testService({ engineModule: undefined, chatEngine, workers: times(1, 2) });
    const out = path.join(dir, 'out');
    const target = { target: service.url, token: service.token };
    await runDataset({ dataset: dir, versions: 'draft', ...target, out, format: 'json' });

    const reader = await openRecord(out);
    const rows = await Array.fromAsync(reader.rows());
    expect(rows.length).toBe(count);
    expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(count);
    const untrue = rows.filter(({ itemId, state, failure, output }) => {
      const { message, number, ...truth } = expectedOf(Number(itemId.slice('item-'.length)));
      const value = (output as { value?: { number?: string } } | null)?.value?.number;
      const isTold = message === undefined || message.test(failure?.message ?? '');
      return state !== truth.state || value !== number || !isTold;
    });
    expect(untrue).toEqual([]);
    expect(numbers.filter((number) => number % 10 === 0).map((number) => attempts.get(number))).toEqual(
      Array.from({ length: count / 10 }, () => 6),
    );

    const { processors } = (await service.get('/processors')).body;
    const set = { name: 'numbers', processorId: processors[0].id };
    const { evaluationSet } = (await service.post('/evaluation_sets', set)).body;
    for (const { text, expectedOutput } of items) {
      const fileId = await service.upload('a.txt', text);
      await service.post('/evaluation_set_items', {
        evaluationSetId: evaluationSet.id,
        fileId,
        expectedOutput,
      });
    }
    const { batchProcessorRun } = (
      await service.post('/local/batch_processor_runs', {
        processorId: processors[0].id,
        version: 'draft',
        evaluationSetId: evaluationSet.id,
      })
    ).body;
    const status = async () =>
      (await service.get(`/batch_processor_runs/${batchProcessorRun.id}`)).body.batchProcessorRun;
    await expect
      .poll(status, { timeout: times(60_000, 300_000) })
      .toMatchObject({ status: 'PROCESSED', runCount: count });
    const reconciled = await reconcileRecord({
      record: out,
      batchRun: batchProcessorRun.id,
      enforce: true,
      ...target,
    });
    expect(reconciled.exitCode).toBe(0);
    expect(reconciled.result.reconciliation.counts.differs).toBe(0);
    // Of ten documents, three have no output, and one of the other seven has a wrong value.
    expect((await status()).metrics).toMatchObject({
      numFiles: (count * 7) / 10,
      fieldMetrics: { number: { recallPerc: expect.closeTo(6 / 7, 3) } },
    });
  },
  times(120_000, 600_000),
);
