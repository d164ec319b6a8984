import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invalidJsonLine } from '../../../../src/base/lines/invalid-json-line.ts';

test.each([
  ['{\n"a": 1,\n"b": ,\n"c": 2}', 3],
  ['{"a": [\n,, 1]}', 2],
  ['{"a": 1,\n}', 2],
  ['[1,\n2\n3]', 3],
  ['{"a"\n1}', 2],
  ['{\n"a": "text\n}', 2],
  ['{"a": 1}\n\n]', 3],
  ['{"a": nul}', 1],
  ['{\n"a": 01}', 2],
  ['{\n"a": 1\n\n\n', 2],
  ['', 1],
  ['["\u007f\u0085",\n?]', 2],
  ['[1,\n\u00a0', 2],
])('finds the line of the error in %j', (text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(invalidJsonLine(text)).toBe(line);
});

test('finds the line that has an invalid character, for any JSON', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, position) => {
      const lines = JSON.stringify([JSON.parse(text), 1], null, 1).split('\n');
      const at = position % lines.length;
      const broken = lines.with(at, `? ${lines[at]}`).join('\n');
      expect(invalidJsonLine(broken)).toBe(at + 1);
    }),
    { numRuns: 200 },
  );
});

test('reads a string of ten million characters', () => {
  const long = JSON.stringify('xxxxx"'.repeat(1_600_000));
  expect(invalidJsonLine(`{"a": ${long},\n"b": }`)).toBe(2);
});
