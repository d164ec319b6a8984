import { afterAll, expect, it, vi } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';

/** Lengths of the buffers that were compared in constant time. */
const compared = vi.hoisted(() => [] as number[]);

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  const timingSafeEqual: typeof real.timingSafeEqual = (one, other) => {
    compared.push(one.byteLength);
    return real.timingSafeEqual(one, other);
  };
  return { ...real, timingSafeEqual, default: { ...real, timingSafeEqual } };
});

// Test files share loaded modules, so this file loads the service again, and so do the files after it.
vi.resetModules();
const { testService } = await import('../../../fixtures/service/service-harness.ts');
afterAll(() => {
  vi.doUnmock('node:crypto');
  vi.resetModules();
});

// Response times over HTTP vary too much, so the test checks the lengths and the number of comparisons.
it('compares a token with the hashes of all stored tokens, in every position', async () => {
  proves('auth.constant-time');
  const service = await testService();
  const tokens: string[] = [service.token];
  for (let i = 0; i < 4; i++)
    tokens.push((await service.post('/local/tokens', { label: `t${i}` })).body.token.token);
  for (const [token, status] of [
    ...tokens.map((one) => [one, 200] as const),
    ['sk_none', 401] as const,
    ['x'.repeat(5000), 401] as const,
    [`${service.token.slice(0, -1)}!`, 401] as const,
  ]) {
    compared.length = 0;
    const answer = await service.request('GET', '/processors', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(status);
    expect(compared).toEqual(tokens.map(() => 32));
  }
});
