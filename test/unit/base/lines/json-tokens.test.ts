import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonTokens } from '../../../../src/base/lines/json-tokens.ts';

const tokensOf = (text: string) => [...jsonTokens(text)].map(({ token }) => token);

describe('jsonTokens', () => {
  it('divides a text at brackets, commas, colons, strings and blanks', () => {
    expect([...jsonTokens('{"a" :[-1.5e3,\n"\\"}"]}')]).toEqual([
      { token: '{', index: 0 },
      { token: '"a"', index: 1 },
      { token: ':', index: 5 },
      { token: '[', index: 6 },
      { token: '-1.5e3', index: 7 },
      { token: ',', index: 13 },
      { token: '"\\"}"', index: 15 },
      { token: ']', index: 20 },
      { token: '}', index: 21 },
    ]);
  });

  it('ends a string at the first mark after an even number of backslashes', () => {
    expect(tokensOf('"\\\\" "\\\\\\" ",')).toEqual(['"\\\\"', '"\\\\\\" "', ',']);
  });

  it('gives the rest of the text for a string that does not end', () => {
    expect(tokensOf('["a, "b\n]')).toEqual(['[', '"a, "', 'b', ']']);
    expect(tokensOf('["a,\n]')).toEqual(['[', '"a,\n]']);
  });

  it('gives all characters of any JSON except the blanks between tokens', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, indent) => {
        expect(tokensOf(JSON.stringify(value, null, indent)).join('')).toBe(JSON.stringify(value));
      }),
      { numRuns: 100 },
    );
  });
});
