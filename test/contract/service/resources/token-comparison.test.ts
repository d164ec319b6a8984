import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { testService } from '../../../fixtures/service/service-harness.ts';

/** Lengths of the buffers that were compared in constant time. */
const compared: number[] = [];
const { timingSafeEqual } = crypto;

beforeAll(() => {
  crypto.timingSafeEqual = (one, other) => {
    compared.push(one.byteLength);
    return timingSafeEqual(one, other);
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  crypto.timingSafeEqual = timingSafeEqual;
  syncBuiltinESMExports();
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
