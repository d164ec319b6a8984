import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { runExample, scopeOf } from './examples/run-example.ts';
import { readModuleExports, readPublicExports } from './generators/public-exports.ts';
import { referencePage } from './generators/reference-page.ts';

const docs = path.resolve(import.meta.dirname, '../../docs');
const open = [...readPublicExports(), ...readPublicExports('src/compat.ts')];
// Examples of internal functions may use other internal functions.
const all = readModuleExports([
  'model',
  'stats',
  'scorers',
  'metrics',
  'loaders',
  'record',
  'runner',
  'analysis',
  'compat',
  'gates',
  'report',
]);
const examples = [...new Map([...open, ...all].map((one) => [`${one.name} (${one.file})`, one])).values()]
  .filter(({ example }) => example.length > 0)
  .map(({ name, file, example }) => ({ name, file, example }));

test('docs/reference.md equals the docstrings (npm run docs updates it)', () => {
  expect(readFileSync(path.join(docs, 'reference.md'), 'utf8')).toBe(referencePage());
});

describe('examples of docstrings have the stated results', () => {
  it.each(examples)('$name ($file)', async ({ name, file, example }) => {
    const own = all.filter((one) => one.file === file);
    const lines = await runExample(example, await scopeOf(example, [...own, ...open, ...all]));
    expect(lines.length, `${name}: an example without "// =>" shows nothing`).toBeGreaterThan(0);
    for (const { line, found, expected } of lines) expect(found, line).toEqual(expected);
  });

  it('there are many', () => expect(examples.length).toBeGreaterThan(55));
});

describe('examples of docs/library.md have the stated results', () => {
  const page = readFileSync(path.join(docs, 'library.md'), 'utf8');
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) =>
    (match[1] as string).split('\n'),
  );

  it.each(blocks.map((block, at) => ({ at: at + 1, block })))('block $at', async ({ block }) => {
    const lines = await runExample(block, await scopeOf(block, open));
    expect(lines.length).toBeGreaterThan(0);
    for (const { line, found, expected } of lines) expect(found, line).toEqual(expected);
  });

  it('there are some', () => expect(blocks.length).toBeGreaterThan(5));
});

test('a wrong figure in an example is found', async () => {
  const example = ['rate(1, 2).value // => 0.6'];
  const [line] = await runExample(example, await scopeOf(example, all));
  expect(line).toMatchObject({ found: 0.5, expected: 0.6 });
});
