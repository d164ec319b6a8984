import { expect, it } from 'vitest';
import { jsonLines, parseJsonLines } from '../../../../src/viewer/blocks/json-lines.ts';

const count = 20_000;
const numbers = Array.from({ length: count }, (_, at) => at % 7);
const texts = numbers.map((number) => `a\n"${number}`);

it('writes each long list as a line, and reads the same value', async () => {
  const value = {
    ids: texts,
    short: [1, 2],
    text: 'x\ny',
    none: null,
    versions: [
      { state: 's', right: numbers, fields: [[1], []] },
      { state: 's', right: numbers.slice(1), fields: [] },
    ],
  };
  const text = jsonLines(value);
  // The list of the second version has 19,999 numbers. With one more, it would get a separate line.
  expect(text.split('\n')).toHaveLength(3);
  const pauses: number[] = [];
  expect(await parseJsonLines(text, async () => pauses.push(1), -1)).toEqual(value);
  expect(pauses).toHaveLength(2);
  expect(await parseJsonLines(text, async () => pauses.push(1), 1e9)).toEqual(value);
  expect(pauses).toHaveLength(2);
});

it('is JSON without long lists', async () => {
  const value = { ids: ['a'], versions: [{ right: [1] }] };
  expect(jsonLines(value)).toBe(JSON.stringify(value));
  expect(await parseJsonLines(JSON.stringify('a script\n'), async () => undefined)).toBe('a script\n');
});

it.each(['', '{"a": ', `${jsonLines({ ids: numbers })},`])('rejects a damaged text', async (text) => {
  await expect(parseJsonLines(text, async () => undefined)).rejects.toThrow(SyntaxError);
});
