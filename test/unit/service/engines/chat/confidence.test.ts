import { expect, it } from 'vitest';
import { confidenceOf } from '../../../../../src/service/engines/chat/confidence.ts';

it.each([
  [0.9, 'supported', 0.9],
  [0.9, 'unchecked', 0.9],
  [0.9, 'unquoted', 0.675],
  [0.9, 'contradicted', 0.45],
  [null, 'supported', 0.8],
  [null, 'unchecked', 0.8],
  [null, 'unquoted', 0.6],
  [null, 'contradicted', 0.4],
  [0.12345, 'supported', 0.123],
  [0, 'supported', 0],
] as const)('probability %j, %s: %d', (probability, check, expected) => {
  expect(confidenceOf(probability, check)).toBe(expected);
});
