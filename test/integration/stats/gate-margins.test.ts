// The numbers of documents that docs/gate.md names for equal versions.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { minimumDetectableDifference } from '../../../src/stats/power/minimum-detectable-difference.ts';

it.each([
  [0.06, 145],
  [0.03, 292],
  [0.01, 879],
])('a margin of %d needs %i documents without a difference', (margin, documents) => {
  const detectable = (n: number) =>
    minimumDetectableDifference({ n, design: { kind: 'counts', discordant: 1 / (n + 2), rate: 1 } }) ?? 1;
  expect(detectable(documents)).toBeLessThanOrEqual(margin);
  expect(detectable(documents - 1)).toBeGreaterThan(margin);
  expect(readFileSync(new URL('../../../docs/gate.md', import.meta.url), 'utf8')).toMatch(
    new RegExp(`\\b${documents}\\b`),
  );
});
