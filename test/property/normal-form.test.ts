// A text that is already in normal form is returned unchanged without normalisation. No other text may be returned
// unchanged.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textNormaliser } from '../../src/scorers/compare/text/normalise-text.ts';

test('collapses and trims white space everywhere', () => {
  const { normalise } = textNormaliser({});
  const pieces = fc.constantFrom(' ', '  ', '\t', '\n', 'a', '~', '!', '0', '\u00a0', '\u007f', 'é');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      expect(normalise(text)).toBe(text.normalize('NFKC').replace(/\s+/gu, ' ').trim());
    }),
    { numRuns: 500 },
  );
});
