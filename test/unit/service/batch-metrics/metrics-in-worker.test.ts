import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BatchInput } from '../../../../src/service/batch-metrics/batch-input.ts';
import { computeMetrics } from '../../../../src/service/batch-metrics/compute-metrics.ts';
import { metricsInWorker } from '../../../../src/service/batch-metrics/metrics-in-worker.ts';

let threads = 0;
const count = (): void => void threads++;
beforeEach(() => {
  threads = 0;
  process.on('worker', count);
});
afterEach(() => void process.off('worker', count));

const never = new AbortController().signal;

function batch(...ids: string[]): BatchInput {
  const classifications = ['a', 'b'].map((id) => ({ id, type: id, description: id }));
  return {
    config: { type: 'CLASSIFY', classifications },
    fuzzyMatchFields: [],
    excludeFields: [],
    injectedConventions: [],
    documents: ids.map((id, index) => ({
      runId: `dpr_${index}`,
      output: { id, type: id, confidence: 0.5 },
      expected: { id: 'a', type: 'a' },
      pages: 1,
      runTimeMs: 1,
    })),
  };
}

test('computes one batch after the other in one thread', async () => {
  for (const input of [batch('a', 'a', 'b'), batch('b'), batch('a')])
    expect(await metricsInWorker(input, never)).toEqual(computeMetrics(input));
  // No new thread starts if a thread of an earlier test file is waiting.
  expect(threads).toBeLessThanOrEqual(1);
});

test('computes several batches at the same time, each in its own thread', async () => {
  const inputs = [batch('a'), batch('a', 'b'), batch('b')];
  expect(await Promise.all(inputs.map((input) => metricsInWorker(input, never)))).toEqual(
    inputs.map(computeMetrics),
  );
  expect(threads).toBe(2);
});

test('rejects if the computation fails or is aborted, and computes the next batch', async () => {
  const impossible = { ...batch('a'), documents: null } as unknown as BatchInput;
  await expect(metricsInWorker(impossible, never)).rejects.toThrow(TypeError);
  const stopping = new AbortController();
  const aborted = metricsInWorker(batch('a'), stopping.signal);
  stopping.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(await metricsInWorker(batch('a', 'b'), never)).toEqual(computeMetrics(batch('a', 'b')));
});
