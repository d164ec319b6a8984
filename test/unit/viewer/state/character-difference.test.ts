import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markDifference } from '../../../../src/viewer/state/character-difference.ts';

const marked = (text: string, other: string) =>
  markDifference(text, other)
    .map((run) => (run.same ? run.text : `[${run.text}]`))
    .join('');

describe('markDifference', () => {
  it.each([
    ['12.50', '1,250.00', '12[.]50'],
    ['abc', 'abc', 'abc'],
    ['abc', '', '[abc]'],
    ['', 'abc', ''],
    ['Müller GmbH', 'Muller GmbH', 'M[ü]ller GmbH'],
  ])('marks in %j what %j does not have', (text, other, result) => expect(marked(text, other)).toBe(result));

  it('never changes the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (text, other) => {
        expect(
          markDifference(text, other)
            .map((run) => run.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});
