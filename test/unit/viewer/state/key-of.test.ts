import { expect, test } from 'vitest';
import { keyOf } from '../../../../src/viewer/state/key-of.ts';

test('Caps Lock does not change a letter, and Shift makes it a capital', () => {
  expect(keyOf({ key: 'x', shiftKey: false })).toBe('x');
  expect(keyOf({ key: 'X', shiftKey: false })).toBe('x');
  expect(keyOf({ key: 'X', shiftKey: true })).toBe('X');
  expect(keyOf({ key: 'x', shiftKey: true })).toBe('X');
  expect(keyOf({ key: '?', shiftKey: true })).toBe('?');
  expect(keyOf({ key: 'ArrowRight', shiftKey: false })).toBe('ArrowRight');
});
