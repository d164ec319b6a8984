import { expect, it } from 'vitest';
import { markdownFlow } from '../../../../src/pages/flow/markdown-flow.ts';

const blocksOf = (text: string) => markdownFlow(text, 'a.md').pages.flatMap(({ blocks }) => blocks);

it.each([
  ['# Title', 'Title'],
  ['#  Title ## ', 'Title'],
  ['# Rule #1', 'Rule #1'],
  ['# C#', 'C#'],
])('reads the heading %j', (line, text) => {
  expect(blocksOf(line)).toEqual([{ kind: 'heading', level: 1, text }]);
});

it.each([
  ['[t](https://a.example)', 'https://a.example'],
  ['[t](<https://a.example/b>)', 'https://a.example/b'],
  ['[t]( https://a.example  "A title" )', 'https://a.example'],
  ['[t](<https://a.example/a b>)', 'https://a.example/a'],
])('reads the target of the link %j', (line, target) => {
  expect(blocksOf(line)).toEqual([{ kind: 'paragraph', text: 't', links: [{ start: 0, end: 1, target }] }]);
});

it.each([
  ['a link without an end', `[t](${'a'.repeat(60_000)}`],
  ['a link with many spaces', `[t](${' '.repeat(60_000)}a`],
  ['a heading with many spaces', `# a${' '.repeat(60_000)}b`],
])('reads %s in a short time', (_, line) => {
  const start = performance.now();
  expect(blocksOf(line)).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(1_500);
});
