import { expect, test } from 'vitest';
import {
  largestGains,
  largestLosses,
  scopeName,
  weakestParts,
  weakestText,
} from '../../../../src/analysis/summary/notable-parts.ts';
import { comparison, share } from './outcome-cases.ts';

const parts = [
  comparison('field:a', [0, 0.9], [0, 1], 'improved'),
  comparison('field:b', [0, 1], [0, 1], 'improved'),
  comparison('field:c', [0.5, 0.9], [0, 1], 'improved'),
  comparison('field:d', [0.8, 0.9], [0, 1], 'improved'),
  comparison('field:e', [0, 1], [-1, 1], 'inconclusive'),
  comparison('field:f', [1, 0.9], [-1, 0], 'regressed'),
  comparison('field:g', [1, 0.2], [-1, 0], 'regressed'),
];

test('lists at most three significant gains, the largest first', () => {
  expect(largestGains(parts)).toEqual([
    { name: 'b', text: '0 → 100' },
    { name: 'a', text: '0 → 90' },
    { name: 'c', text: '50 → 90' },
  ]);
});

test('lists significant losses, the largest first', () => {
  expect(largestLosses(parts).map(({ name }) => name)).toEqual(['g', 'f']);
});

test('lists the two weakest parts, without those that are right or not measured', () => {
  const rated = [
    { name: 'right', rate: share(54), right: 54, of: 54 },
    { name: 'x', rate: share(40), right: 40, of: 54 },
    { name: 'y', rate: share(20), right: 20, of: 50 },
    { name: 'z', rate: share(30), right: 30, of: 54 },
    { name: 'none', rate: { ...share(0), value: null }, right: 0, of: 0 },
    { name: 'absent', rate: undefined, right: 0, of: 0 },
  ];
  expect(weakestParts(rated)).toEqual([
    { name: 'y', text: '37' },
    { name: 'z', text: '56' },
  ]);
  expect(weakestText(rated, false)).toBe('y (37 of 100)');
  expect(weakestText(rated, true)).toBe('y (20 of 50)');
  expect(weakestText(rated.slice(0, 1), false)).toBeNull();
});

test('removes the kind of a scope', () => {
  expect([scopeName('field:a:b'), scopeName('class:x'), scopeName('overall')]).toEqual([
    'a:b',
    'x',
    'overall',
  ]);
});
