import { expect, it } from 'vitest';
import { operations } from '../../../../src/service/resources/operations.ts';
import { times } from '../../../fixtures/long-form.ts';
import { runFuzz } from '../../../fixtures/service/fuzz/run-fuzz.ts';
import { seedRequests, settingRequests } from '../../../fixtures/service/fuzz/seed-requests.ts';
import { storeProblems } from '../../../fixtures/service/fuzz/store-problems.ts';
import { testService } from '../../../fixtures/service/service-harness.ts';

it('responds to thousands of mutated requests without a 500, a hang or partial data', async () => {
  const count = times(500, 2000);
  const service = await testService();
  const report = await runFuzz(service, { seed: 'suite', count, lanes: 4 });
  expect(report.problems).toEqual([]);
  expect(report.requests).toBe(count * 1.01);
  // The test is meaningful only if many requests pass all checks and many are rejected.
  expect(report.statuses['200']).toBeGreaterThan(count * 0.15);
  expect(report.statuses['400']).toBeGreaterThan(count * 0.15);
  expect(report.succeeded.length).toBeGreaterThan(55);
  await expect
    .poll(async () => (await service.get('/processor_runs?status=PROCESSING')).body.processorRuns, {
      timeout: 10_000,
    })
    .toEqual([]);
  await service.close();
  expect(storeProblems(service.dataDir)).toEqual([]);
}, 120_000);

it('tries every operation of the service', () => {
  const world = new Proxy({}, { get: (_, name) => String(name) }) as Parameters<typeof seedRequests>[0];
  const tried = new Set([...seedRequests(world), ...settingRequests()].map(({ operation }) => operation));
  expect([...tried].sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
});
