import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readPublicExports } from './public-exports.ts';
import { referencePage } from './reference-page.ts';
import { runExample } from './run-example.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const all = readPublicExports();

test('docs/reference.md is what the docstrings say (npm run docs writes it again)', () => {
  expect(readFileSync(path.join(docs, 'reference.md'), 'utf8')).toBe(referencePage());
});

describe('examples of docstrings give what they say', () => {
  it.each(all.filter(({ example }) => example.length > 0))('$name', async ({ name, example }) => {
    const lines = await runExample(example);
    expect(lines.length, `${name}: an example without "// =>" shows nothing`).toBeGreaterThan(0);
    for (const { line, found, expected } of lines) expect(found, line).toEqual(expected);
  });
});

describe('examples of docs/library.md give what they say', () => {
  const page = readFileSync(path.join(docs, 'library.md'), 'utf8');
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) =>
    (match[1] as string).split('\n'),
  );

  it.each(blocks.map((block, at) => ({ at: at + 1, block })))('block $at', async ({ block }) => {
    const lines = await runExample(block);
    expect(lines.length).toBeGreaterThan(0);
    for (const { line, found, expected } of lines) expect(found, line).toEqual(expected);
  });

  it('there are some', () => expect(blocks.length).toBeGreaterThan(5));
});

test('a wrong figure in an example is found', async () => {
  const [line] = await runExample(['precision({ ...zeroCounts, correct: 1, incorrect: 1 }).value // => 0.6']);
  expect(line).toMatchObject({ found: 0.5, expected: 0.6 });
});
