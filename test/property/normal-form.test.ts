// Texts that are their own normal form are passed through unread; no other text may be.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textNormaliser } from '../../src/scorers/compare/text/normalise-text.ts';

test('white space is collapsed and trimmed wherever it stands', () => {
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
