import { describe, expect, it } from 'vitest';
import { times } from '../../../fixtures/long-form.ts';
import { type TestService, testService } from '../../../fixtures/service/service-harness.ts';
import { webhookReceiver } from '../../../fixtures/service/webhook-receiver.ts';

async function setFaults(service: TestService, plan: object): Promise<void> {
  const { status, body } = await service.request('PUT', '/local/faults', plan);
  expect([status, body.error]).toEqual([200, undefined]);
}

/**
 * Sends `count` requests. Returns the outcome of each: its status, `broken` (invalid JSON) or `lost` (no response).
 */
async function outcomes(service: TestService, count: number, address = '/processors'): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < count; i++)
    seen.push(
      await service.get(address).then(
        ({ status }) => String(status),
        (error: unknown) => (error instanceof SyntaxError ? 'broken' : 'lost'),
      ),
    );
  return seen;
}

describe('faults', () => {
  it.each([
    [{ serverErrorRate: 1 }, '500'],
    [{ lateServerErrorRate: 1 }, '500'],
    [{ tooManyRequests: { rate: 1 } }, '429'],
    [{ dropBeforeRate: 1 }, 'lost'],
    [{ dropAfterRate: 1 }, 'lost'],
    [{ truncateRate: 1 }, 'lost'],
    [{ malformRate: 1 }, 'broken'],
  ])('%j affect every request until the plan is cleared', async (plan, outcome) => {
    const service = await testService();
    await setFaults(service, plan);
    expect(await outcomes(service, 2)).toEqual([outcome, outcome]);
    await service.request('DELETE', '/local/faults');
    expect(await outcomes(service, 2)).toEqual(['200', '200']);
  });

  it('create a run only if they occur after the work', async () => {
    const service = await testService();
    const processorId = await service.extractor();
    const create = () =>
      service.post('/processor_runs', { processorId, rawText: 'x' }).catch(() => undefined);
    const made = async (plan: object): Promise<number> => {
      const count = async () => (await service.get('/processor_runs')).body.processorRuns.length;
      const before = await count();
      await setFaults(service, plan);
      await create();
      await service.request('DELETE', '/local/faults');
      return (await count()) - before;
    };
    expect(await made({ serverErrorRate: 1 })).toBe(0);
    expect(await made({ dropBeforeRate: 1 })).toBe(0);
    expect(await made({ tooManyRequests: { rate: 1 } })).toBe(0);
    expect(await made({ lateServerErrorRate: 1 })).toBe(1);
    expect(await made({ dropAfterRate: 1 })).toBe(1);
    expect(await made({ truncateRate: 1 })).toBe(1);
  });

  it('are reported with the ids of the objects in the replaced response', async () => {
    const service = await testService();
    const processorId = await service.extractor();
    const create = () =>
      service.post('/v1/processor_runs?x=1', { processorId, rawText: 'x' }).catch(() => undefined);
    const words = async (): Promise<string[]> =>
      (await service.get('/local/faults')).body.injectedFaults.map(({ fault }: { fault: string }) => fault);
    await setFaults(service, { latency: { distribution: 'fixed', ms: 3 }, dropAfterRate: 1 });
    await create();
    expect((await service.get('/local/faults')).body.injectedFaults).toEqual([
      { at: expect.any(String), method: 'POST', path: '/v1/processor_runs', fault: 'latency', ms: 3 },
      {
        at: expect.any(String),
        method: 'POST',
        path: '/v1/processor_runs',
        fault: 'dropAfter',
        objectIds: [expect.stringMatching(/^dpr_/)],
      },
    ]);
    await setFaults(service, { serverErrorRate: 1 });
    await create();
    expect(await words()).toEqual(['serverError']);
    await setFaults(service, { tooManyRequests: { rate: 1 } });
    await create();
    expect(await words()).toEqual(['tooManyRequests']);
    await setFaults(service, { truncateRate: 1 });
    await create();
    await service.request('DELETE', '/local/faults');
    // Clearing the plan of faults keeps the list of the faults that occurred. Each run also lists its own faults.
    expect(await words()).toEqual(['truncate']);
    const { processorRuns } = (await service.get('/processor_runs?sortBy=createdAt')).body;
    expect(processorRuns).toHaveLength(2);
    const ofRun = async (index: number) =>
      (await service.get(`/local/processor_runs/${processorRuns[index].id}/injected_errors`)).body
        .injectedFaults;
    expect(await ofRun(0)).toMatchObject([{ fault: 'truncate', objectIds: [processorRuns[0].id] }]);
    expect(await ofRun(1)).toEqual([]);
  });

  it('occur at their rates, with the same faults for the same seed', async () => {
    const service = await testService();
    const draws = times(50, 200);
    const drawn = async (seed: number): Promise<string[]> => {
      await setFaults(service, { seed, serverErrorRate: 0.3, malformRate: 0.2 });
      return outcomes(service, draws);
    };
    const first = await drawn(1);
    expect(await drawn(1)).toEqual(first);
    expect(await drawn(2)).not.toEqual(first);
    const share = (outcome: string) => first.filter((one) => one === outcome).length / first.length;
    // Returns three standard errors of the binomial distribution.
    const threeErrors = (rate: number) => 3 * Math.sqrt((rate * (1 - rate)) / draws);
    expect(Math.abs(share('500') - 0.3)).toBeLessThan(threeErrors(0.3));
    expect(Math.abs(share('broken') - 0.7 * 0.2)).toBeLessThan(threeErrors(0.7 * 0.2));
  });

  it('of 429 occur in bursts with Retry-After', async () => {
    const service = await testService();
    await setFaults(service, { seed: 4, tooManyRequests: { rate: 0.05, burst: 5, retryAfterSeconds: 7 } });
    const seen = (await outcomes(service, 200)).join(' ');
    const bursts = seen.match(/429( 429)*/g) ?? [];
    expect(bursts.length).toBeGreaterThan(1);
    for (const burst of bursts.slice(0, -1)) expect(burst.split(' ').length % 5).toBe(0);
    await setFaults(service, { tooManyRequests: { rate: 1, retryAfterSeconds: 7 } });
    expect((await service.get('/processors')).headers.get('retry-after')).toBe('7');
  });

  it('of latency delay responses only on their paths', async () => {
    const service = await testService();
    await setFaults(service, {
      pathPrefix: '/evaluation_sets',
      latency: { distribution: 'uniform', fromMs: 150, toMs: 200 },
    });
    const timed = async (address: string): Promise<number> => {
      const startedAt = performance.now();
      await service.get(address);
      return performance.now() - startedAt;
    };
    expect(await timed('/v1/evaluation_sets')).toBeGreaterThan(145);
    const others = await Promise.all(Array.from({ length: 5 }, () => timed('/processors')));
    expect(Math.min(...others)).toBeLessThan(145);
  });

  it('of webhooks deliver duplicates and late notifications', async () => {
    const service = await testService();
    const receiver = await webhookReceiver();
    await service.post('/local/webhook_endpoints', { url: receiver.url });
    await setFaults(service, { webhooks: { duplicateRate: 1, lateRate: 1, lateMs: 300 } });
    const startedAt = performance.now();
    await service.extractor();
    await receiver.arrived(1);
    expect(performance.now() - startedAt).toBeGreaterThan(290);
    await receiver.arrived(2);
    expect(receiver.received[1]?.body.eventId).toBe(receiver.received[0]?.body.eventId);
  });

  it.each([
    [{ serverErrorRate: 2 }, 'serverErrorRate'],
    [{ latency: { distribution: 'gaussian' } }, 'latency.distribution'],
    [{ tooManyRequests: {} }, 'tooManyRequests.rate'],
  ])('of the invalid plan %j are rejected', async (plan, field) => {
    const service = await testService();
    const { status, body } = await service.request('PUT', '/local/faults', plan);
    expect([status, body.error]).toEqual([400, expect.stringContaining(`param: ${field}`)]);
    expect((await service.get('/local/faults')).body.faults).toBeNull();
  });
});
