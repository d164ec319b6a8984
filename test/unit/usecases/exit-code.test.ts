import { expect, test } from 'vitest';
import { exitCodeOf, type Findings } from '../../../src/usecases/exit-code.ts';

test.each<[number, Findings]>([
  [0, {}],
  [0, { gate: 'pass', problems: 0, differs: false, incomplete: false, nothingRight: false }],
  [1, { gate: 'fail' }],
  [1, { gate: 'inconclusive' }],
  [1, { nothingRight: true }],
  [1, { gate: 'pass', nothingRight: true }],
  [2, { problems: 1 }],
  [3, { incomplete: true }],
  [3, { incomplete: true, gate: 'fail', nothingRight: true, problems: 2, differs: true }],
  [4, { differs: true }],
])('exits with %i after %o', (code, findings) => {
  expect(exitCodeOf(findings)).toBe(code);
});
