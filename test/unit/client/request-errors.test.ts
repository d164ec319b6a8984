import { expect, test } from 'vitest';
import { describeRequest } from '../../../src/client/request-errors.ts';

test('describeRequest omits long and secret values', () => {
  const body = {
    processorId: 'dp_1',
    rawText: 'x'.repeat(500),
    metadata: { a: 1 },
    config: {},
    secrets: { k: 'v' },
  };
  expect(describeRequest(body)).toBe(`{"processorId":"dp_1","rawText":"${'x'.repeat(57)}..."}`);
});
