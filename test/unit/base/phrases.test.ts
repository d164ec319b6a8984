import { expect, test } from 'vitest';
import { printable } from '../../../src/base/phrases.ts';

test('printable keeps line ends and replaces other control characters', () => {
  expect(printable('a\u001b[31m\tb\r\nc\u009b\u202ed')).toBe('a [31m b \nc d');
});
