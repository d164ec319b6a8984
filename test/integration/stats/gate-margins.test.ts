import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inconclusiveCodes } from '../../../src/model/score/inconclusive-codes.ts';
import { documentsForMargin, gatePage } from '../../docs/generators/code-pages.ts';

const page = readFileSync(new URL('../../../docs/gate.md', import.meta.url), 'utf8');

it.each([
  [0.06, 145],
  [0.03, 292],
  [0.01, 879],
])('a margin of %d needs %i documents without a difference', (margin, documents) => {
  expect(documentsForMargin(margin)).toBe(documents);
  expect(page).toMatch(new RegExp(`\\b${documents}\\b`));
});

it('docs/gate.md has the present numbers and codes', () => {
  expect(gatePage(page)).toBe(page);
  for (const code of Object.keys(inconclusiveCodes)) expect(page).toContain(`| \`${code}\` |`);
});
