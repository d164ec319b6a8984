import { expect, test } from 'vitest';
import { findDuplicateKey } from '../../../../src/base/lines/duplicate-key.ts';

const cases: [text: string, path: string | null, line?: number][] = [
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', null],
  ['{"a": "a", "b": "a"}', null],
  ['["a", "a"]', null],
  ['{"a": "{\\"a\\": 1}", "b": ","}', null],
  ['{"a": 1, "a": 2}', 'a', 1],
  ['{"a": 1,\n"b": [0, {"c": 1,\n"c": 2}]}', 'b[1].c', 3],
  ['{"a": [1, 2],\n\n"a": 1}', 'a', 3],
  ['{"a": 1, "\\u0061": 2}', 'a', 1],
  ['[{"a": {"b": 1, "b": 2}}]', '[0].a.b', 1],
];

test.each(cases)('finds the first repeated key of %s', (text, path, line) => {
  JSON.parse(text);
  expect(findDuplicateKey(text)).toEqual(path === null ? null : { path, line });
});

test('reads a string of ten million characters', () => {
  const long = JSON.stringify('xxxxx"'.repeat(1_600_000));
  expect(findDuplicateKey(`{"a": ${long}, "b": 1,\n"b": 2}`)).toEqual({ path: 'b', line: 2 });
});
