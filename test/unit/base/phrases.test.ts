import { expect, test } from 'vitest';
import { printable, printableJson } from '../../../src/base/phrases.ts';

test('printable keeps line ends and replaces other control characters', () => {
  expect(printable('a\u001b[31m\tb\r\nc\u009b\u202ed')).toBe('a [31m b \nc d');
});

test('printableJson escapes every control character and keeps the values', () => {
  const value = { 'k\u009b31m': 'a\n\u001b]0;t\u0007\u009d\u202e\u200b\u0085\u2028\u{e0001}\ud800 é 文 😀' };
  const json = printableJson(value);
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(json).toContain('é 文 😀');
  expect(JSON.parse(json)).toEqual(value);
});
