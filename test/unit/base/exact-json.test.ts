import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.ts';
import { asDouble, ExactNumber, isBeyondDouble, parseJson } from '../../../src/base/exact-json.ts';

const beyond = [
  '1e400',
  '-1E+400',
  '1e-400',
  '4e-324',
  '1.7976931348623159e308',
  '9007199254740993',
  '-90071992547409930e-1',
  '123456789012345678901234567890',
  '0.12345678901234567890123',
];
const within = [
  '0',
  '-0.0',
  '0e-400',
  '12.50',
  '1E5',
  '5e-324',
  '1.7976931348623157e308',
  '9007199254740992',
  '100000000000000000000000',
  '0.30000000000000004',
  // The double that is closest to 0.1, written with 17 digits and with all its digits.
  '0.10000000000000001',
  '0.1000000000000000055511151231257827021181583404541015625',
];

describe('parseJson', () => {
  test.each(beyond)('keeps the text of %s', (text) => {
    expect(isBeyondDouble(text)).toBe(true);
    for (const around of ['', ' ', '\n']) {
      expect(parseJson(`${around}${text}${around}`)).toBeInstanceOf(ExactNumber);
      for (const source of [`{"a":[${text}${around},1]}`, `{"a":[1,${around}${text}]}`, `{"a":${text}}`])
        expect(JSON.stringify(parseJson(source))).toBe(source.replace(/\s/g, ''));
    }
  });

  test.each(within)('reads %s as a double', (text) => {
    expect(isBeyondDouble(text)).toBe(false);
    expect(parseJson(`[${text}, 1e400]`)).toEqual([Number(text), expect.any(ExactNumber)]);
    expect(parseJson(text)).toBe(Number(text));
  });

  test('leaves digits within texts unchanged', () => {
    const value = { a: '1e400', b: ', 9007199254740993, ', '9007199254740993': 'DE12500105170648489890' };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(parseJson(`[${JSON.stringify(value)},1e400]`)).toEqual([value, expect.any(ExactNumber)]);
  });

  test('reads the key __proto__ as a member', () => {
    const value = parseJson('{"__proto__":{"a":1e400},"b":1}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'b']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1e400},"b":1}');
  });

  test('takes time in proportion to the length of a number', () => {
    const digits = '7'.repeat(1_000_000);
    const start = performance.now();
    expect(JSON.stringify(parseJson(`["${digits}",${digits}]`))).toBe(`["${digits}",${digits}]`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('equals JSON.parse for values that JavaScript can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('keeps neighbouring whole numbers apart', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (n) => {
        const texts = [n - 1n, n, n + 1n].map((one) => canonicalJson(parseJson(`${one}`)));
        expect(new Set(texts).size).toBe(3);
      }),
      { numRuns: 1_000, seed: 2 },
    );
  });
});

test('equal numbers have the same canonical JSON, and different numbers have different ones', () => {
  const canonical = (text: string) => canonicalJson(parseJson(text));
  expect(canonical('{"b":1e400,"a":1}')).toBe('{"a":1,"b":1e400}');
  for (const equal of ['10e399', '1.0E+400', '0.01e402']) expect(canonical(equal)).toBe(canonical('1e400'));
  expect(canonical('9007199254740993.0')).toBe(canonical('9007199254740993'));
  expect(new Set(beyond.map(canonical)).size).toBe(beyond.length);
});

test('asDouble returns the nearest double', () => {
  expect(asDouble(parseJson('0.12345678901234567890123'))).toBe(0.12345678901234568);
  expect(asDouble(parseJson('9007199254740993'))).toBe(9007199254740992);
  expect(asDouble(0.5)).toBe(0.5);
  expect(asDouble('0.5')).toBeNull();
});
