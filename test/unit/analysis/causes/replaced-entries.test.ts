import { describe, expect, it } from 'vitest';
import { causes } from '../../../../src/analysis/causes/causes.ts';
import { pagesOf } from '../../../../src/analysis/causes/document-pages.ts';
import { compileFindCauses } from '../../../../src/analysis/causes/find-causes.ts';
import { reasonText } from '../../../../src/analysis/causes/reason-text.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { compileScorer } from '../../../../src/scorers/compile-scorer.ts';

const text = { type: ['string', 'null'] };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      parties: { type: 'array', items: { type: 'object', properties: { name: text }, required: ['name'] } },
    },
    required: ['parties'],
  },
} as unknown as Extract<ProcessorConfig, { type: 'EXTRACT' }>;
const find = compileFindCauses(config);

const ofNames = (names: readonly string[]) => ({ value: { parties: names.map((name) => ({ name })) } });

/** Returns the causes and reasons of the wrong entries; an extra entry has `+` before its path. */
function explain(expected: readonly string[], predicted: readonly string[], pages = '') {
  const { leaves, rows } = compileScorer(config).itemScore({
    expected: ofNames(expected),
    predicted: ofNames(predicted),
  });
  return find({ leaves, rows, pages: () => pagesOf(pages), hasOutput: true }).map((one) => ({
    path: `${one.leaf.spuriousRow ? '+' : ''}${one.leaf.path}`,
    cause: causes[one.cause]?.name,
    reason: reasonText(one, leaves),
  }));
}

const causesOf = (...values: Parameters<typeof explain>) =>
  explain(...values)
    .map(({ cause }) => cause)
    .sort();

describe('an entry of a list with one value per row', () => {
  it('has the cause of the difference between the missing and the extra entry', () => {
    const found = explain(['Flask', 'Django'], ['FIask', 'Django']);
    expect(found.toSorted((a, b) => (a.path < b.path ? 1 : -1))).toEqual([
      {
        path: 'parties[0].name',
        cause: 'misread-characters',
        reason: 'l read as I (predicted: FIask)',
      },
      { path: '+parties[0].name', cause: 'misread-characters', reason: 'l read as I (expected: Flask)' },
    ]);
  });

  it.each([
    ['ING Bank N.V.', 'ing bank n.v.', 'letter-case'],
    ['Barclays Bank PLC', 'PLC Barclays Bank', 'paraphrase'],
    ['Wells Fargo Bank, N.A.', 'Wells Fargo', 'cut-or-joined'],
  ])('takes %s → %s for %s', (expected, predicted, cause) => {
    expect(causesOf(['Citibank', expected, 'HSBC'], ['HSBC', predicted, 'Citibank'])).toEqual([cause, cause]);
  });

  it('is missing or extra if no other entry is similar', () => {
    expect(causesOf(['Citibank', 'HSBC'], ['Citibank', 'Thank you'])).toEqual(['extra-row', 'missing-row']);
    expect(causesOf(['Citibank', 'HSBC'], ['Citibank'])).toEqual(['missing-row']);
    expect(causesOf(['Citibank'], ['Citibank', 'HSBC'])).toEqual(['extra-row']);
  });

  it('has the cause of its place if a value at the same place is from another page', () => {
    const pages = 'Citibank\nHSBC\nBarclays\fLine of credit';
    const other = causesOf(
      ['Citibank', 'HSBC', 'Barclays'],
      ['Citibank', 'Line of credit', 'Barclays'],
      pages,
    );
    expect(other).toEqual(['other-page', 'other-page']);
    const moved = causesOf(
      ['Citibank', 'HSBC', 'Barclays'],
      ['Line of credit', 'Citibank', 'Barclays'],
      pages,
    );
    expect(moved).toEqual(['extra-row', 'missing-row']);
  });

  it('is merged or split rather than replaced', () => {
    expect(causesOf(['Citibank Europe', 'HSBC'], ['Citibank Europe HSBC'])).toEqual(['rows', 'rows', 'rows']);
  });
});
