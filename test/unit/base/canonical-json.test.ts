import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.ts';
import { sha256, sha256Json } from '../../../src/base/hash.ts';

test('keys are sorted at every level and undefined members left out', () => {
  expect(canonicalJson({ b: 1, a: { d: [1, { z: 1, y: undefined }], c: null } })).toBe(
    '{"a":{"c":null,"d":[1,{"z":1}]},"b":1}',
  );
});

test('equal values have equal hashes, others do not', () => {
  expect(sha256Json({ a: 1, b: 2 })).toBe(sha256Json({ b: 2, a: 1 }));
  expect(sha256Json([1, 2])).not.toBe(sha256Json([2, 1]));
  expect(sha256Json('1')).not.toBe(sha256Json(1));
});

test('SHA-256 of the empty text', () => {
  // FIPS 180-2 test value.
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
