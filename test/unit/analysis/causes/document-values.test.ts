import { expect, it } from 'vitest';
import { pagesOf } from '../../../../src/analysis/causes/document-pages.ts';
import { DocumentValues } from '../../../../src/analysis/causes/document-values.ts';

it('computes the forms of equal values once, because tables compare each value with all others', () => {
  const output = { leaves: [], rows: [], pages: () => pagesOf(''), hasOutput: true };
  const document = new DocumentValues(output, () => []);
  expect(document.formsOf('3 April')).toBe(document.formsOf(['3', 'April'].join(' ')));
  expect(document.formsOf('3')).not.toBe(document.formsOf(3));
  expect([document.formsOf(null), document.formsOf(undefined)]).toEqual([null, null]);
});
