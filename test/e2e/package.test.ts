// Builds the package and imports it by its name, with its types, as users of the package do.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const tsc = path.join(root, 'node_modules/.bin/tsc');
// GOGC=off turns off the garbage collector of the TypeScript compiler, because a short run does not need it. One thread
// needs less processor time than several.
const env = { ...process.env, GOGC: 'off' };
const oneThread = '--singleThreaded';
const project = mkdtempSync(path.join(tmpdir(), 'goldset-package-'));
const installed = path.join(project, 'node_modules/goldset');

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: project, env, encoding: 'utf8', stdio: 'pipe' });
}

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  // The types are checked by other tests. This build only writes the declaration files.
  const out = path.join(installed, 'dist');
  const options = ['-p', 'tsconfig.build.json', '--noCheck', oneThread, '--outDir', out];
  execFileSync(tsc, options, { cwd: root, env });
  cpSync(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), 'vitest', '@types/node', 'undici-types']) {
    const link = path.join(project, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), link);
  }
  writeFileSync(path.join(project, 'package.json'), '{"type":"module"}');
}, 180_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

test('measures plain objects, with types that find mistakes', {
  timeout: 180_000,
}, () => {
  const program = `
import { compileScorer, type Counts, type ItemScore, scoreExtraction } from 'goldset';
import { anlsStar } from 'goldset/compat';
const pair = { expected: { a: 1, b: 2 }, predicted: { a: 1 } };
const ledger: ItemScore = scoreExtraction(pair);
const counts: Counts = compileScorer({}).score(pair).total;
// @ts-expect-error there are no such counts
ledger.counts.nothing;
console.log(ledger.counts.correct, counts.missing, anlsStar(pair.expected, pair.predicted).score);
`;
  writeFileSync(path.join(project, 'use.ts'), program);
  const compilerOptions = {
    strict: true,
    module: 'NodeNext',
    target: 'ES2024',
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  run(tsc, '-p', '.', oneThread);
  expect(run(process.execPath, 'use.ts').trim()).toBe('1 1 0.5');
});

describe.skipIf(olderNode() === null)('an older version of Node', () => {
  const node = olderNode() as string;
  const sentence = /goldset needs Node 24 or newer; this is v\d+\.\d+\.\d+\./;
  const launcher = path.join(installed, 'src/cli/goldset.mjs');

  beforeAll(() => {
    mkdirSync(path.dirname(launcher), { recursive: true });
    cpSync(path.join(root, 'src/cli/goldset.mjs'), launcher);
  });

  test('gets one sentence from every entry of the package', () => {
    const names = ['goldset', 'goldset/compat', 'goldset/vitest'];
    const script = names
      .map((name) => `await import('${name}').catch((error) => console.log('${name}', error.message));`)
      .join('');
    const written = run(node, '--input-type=module', '-e', script).trim().split('\n');
    expect(written).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name} ${sentence.source}$`))),
    );
  });

  test('runs the command with the package `node`, and otherwise names what is missing', () => {
    const version = (nodeModule: string | null) => {
      const link = path.join(project, 'node_modules/node');
      if (nodeModule !== null) symlinkSync(nodeModule, link);
      const { status, stdout, stderr } = spawnSync(node, [launcher, '--version'], { encoding: 'utf8' });
      if (nodeModule !== null) rmSync(link);
      return { status, text: stdout + stderr };
    };
    expect(version(null)).toMatchObject({ status: 2, text: expect.stringMatching(sentence) });
    expect(version(path.join(root, 'node_modules/node'))).toMatchObject({
      status: 0,
      text: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

/** Returns the program of a Node version below 24 on this machine; `null` if there is none. */
function olderNode(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const folder of folders.filter((name) => !name.includes('node_modules'))) {
    const program = path.join(folder, 'node');
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 24) < 24) return program;
  }
  return null;
}

test('packs the bundled datasets without their generator, and no other sources', () => {
  // Copies the checkout without `dist`, because npm would compress it for seconds.
  const checkout = path.join(project, 'checkout');
  const kept = [
    'package.json',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'datasets',
    'docs',
    'examples',
    'src',
  ];
  for (const name of [...kept, 'bench', 'CONTRIBUTING.md', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true });
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', pack, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(output) as [{ readonly files: readonly { readonly path: string }[] }];
  const files = packed.files.map((file) => file.path);
  const namesIn = (folder: string) => [
    ...new Set(
      files.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length).split('/')[0]),
    ),
  ];
  expect(namesIn('').sort()).toEqual(kept.sort());
  expect(namesIn('datasets/').sort()).toEqual(['README.md', 'invoices', 'mixed-documents', 'packets']);
  expect(namesIn('src/cli/')).toEqual(['goldset.mjs']);
  expect(files.filter((file) => file.endsWith('.ts') && !file.startsWith('examples/'))).toEqual([]);
});
