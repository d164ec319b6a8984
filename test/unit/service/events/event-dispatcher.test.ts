import { expect, it } from 'vitest';
import { eventHeaders, retryWaitMs } from '../../../../src/service/events/event-dispatcher.ts';
import { serviceHeaders } from '../../../../src/service/versions/service-headers.ts';

it('doubles with each attempt up to the limit, with 50 % jitter', () => {
  const settings = { firstMs: 100, longestMs: 1000 };
  const whole = [100, 200, 400, 800, 1000, 1000];
  for (const id of ['a', 'b', 'c'])
    whole.forEach((most, index) => {
      const wait = retryWaitMs(id, index + 1, settings);
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    });
  expect(new Set(['a', 'b', 'c', 'd'].map((id) => retryWaitMs(id, 5, settings))).size).toBe(4);
});

it('eventHeaders sign the time and the raw body with the secret', () => {
  // Computed with `printf 'v0:1700000000:{"a":"ü"}' | openssl dgst -sha256 -hmac wss_test`.
  expect(eventHeaders(serviceHeaders(), 'wss_test', '2025-04-21', '{"a":"ü"}', 1_700_000_000_999)).toEqual({
    'content-type': 'application/json',
    'x-service-api-version': '2025-04-21',
    'x-service-request-timestamp': '1700000000',
    'x-service-request-signature': 'e84f3a2c30d846216b3634eb8ec8eb95bc915145560501f9588f472bb4985cad',
  });
});
