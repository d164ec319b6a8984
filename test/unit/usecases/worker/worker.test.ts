import { expect, test } from 'vitest';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { type WorkerRequest, work } from '../../../../src/usecases/worker/worker.ts';

test.each<[string, WorkerRequest, RegExp]>([
  ['no queue', {}, /found no --queue/],
  [
    'another kind of jobs',
    { queue: 'redis://127.0.0.1:1', jobs: 'run' },
    /--jobs: found "run", expected "runs"/,
  ],
  ['no processes', { queue: 'redis://127.0.0.1:1', workers: '0' }, /--workers/],
])('rejects %s', async (_name, request, message) => {
  const ready = () => Promise.reject(new Error('the worker started'));
  await expect(work(request, { ...silentPorts, env: {} }, ready)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(message),
  });
});
