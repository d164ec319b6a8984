import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.ts';
import { sha256, sha256Json } from '../../../src/base/hash.ts';

test('keys are sorted at every level and undefined members left out', () => {
  expect(canonicalJson({ b: 1, a: { d: [1, { z: 1, y: undefined }], c: null } })).toBe(
    '{"a":{"c":null,"d":[1,{"z":1}]},"b":1}',
  );
});

test('accepts whole numbers and __proto__ as keys', () => {
  const value = JSON.parse('{"b":1,"__proto__":{"z":1,"a":2},"10":3,"9":4}');
  expect(canonicalJson(value)).toBe('{"9":4,"10":3,"__proto__":{"a":2,"z":1},"b":1}');
});

test.each(['valueOf', 'toString', 'constructor', 'hasOwnProperty'])(
  'a member named %s is a value',
  (name) => {
    const text = (value: unknown) => canonicalJson({ [name]: value, a: 1 });
    expect(text({ b: 1 })).toBe(`{"a":1,"${name}":{"b":1}}`);
    expect(text({ b: 1 })).not.toBe(text({ b: 2 }));
    expect(text(1)).not.toBe(canonicalJson({ a: 1 }));
  },
);

test('generated JSON values have equal texts exactly if they are equal', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };
  const key = fc.constantFrom('a', 'b', '1', '10', 'valueOf', 'toString', 'constructor');
  const { json: small } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, 0, 1, '', '0', 'a'),
      fc.array(tie('json'), { maxLength: 2 }),
      fc.dictionary(key, tie('json'), { maxKeys: 2, noNullPrototype: true }),
    ),
  }));
  let equal = 0;
  let runs = 0;
  fc.assert(
    fc.property(small, small, (one, other) => {
      runs++;
      expect(canonicalJson(one)).toBe(canonicalJson(reversed(one)));
      const same = isDeepStrictEqual(one, other);
      if (same) equal++;
      expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(equal).toBeGreaterThan(20);
  expect(equal).toBeLessThan(runs / 2);
});

test('equal values have equal hashes, and different values have different ones', () => {
  expect(sha256Json({ a: 1, b: 2 })).toBe(sha256Json({ b: 2, a: 1 }));
  expect(sha256Json([1, 2])).not.toBe(sha256Json([2, 1]));
  expect(sha256Json('1')).not.toBe(sha256Json(1));
});

test('gives the published SHA-256 of the empty text', () => {
  // Published test value of NIST for an empty message.
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
