import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyNames, facades, floors, longTables, maximumLines } from './floors.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test', 'datasets/generate', 'bench'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const sources = tracked.filter((file) => file.startsWith('src/'));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Import {
  readonly line: number;
  readonly target: string;
}

function importsOf(text: string): Import[] {
  const found: Import[] = [];
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm;
  for (const match of text.matchAll(pattern)) {
    found.push({ line: text.slice(0, match.index).split('\n').length, target: match[2] as string });
  }
  return found;
}

function floorOf(file: string): string {
  return file.split('/')[1] as string;
}

test('the table has every folder of src, and no other', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map(floorOf));
  expect([...folders].filter((folder) => !(folder in floors))).toEqual([]);
});

test('a floor imports only what stands below it', () => {
  for (const [name, floor] of Object.entries(floors)) {
    for (const below of floor.mayImport)
      expect(floors[below]?.level, `${name} -> ${below}`).toBeLessThanOrEqual(floor.level);
  }
});

test('imports obey the floor table', () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const floor = floors[floorOf(file)];
    if (!floor || file.includes('/report/html/bundle/')) continue;
    for (const { line, target } of importsOf(read(file))) {
      if (target.startsWith('.')) {
        const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
        const other = floorOf(resolved);
        if (resolved.startsWith('src/') && other !== floorOf(file) && !floor.mayImport.includes(other)) {
          wrong.push(
            `${file}:${line} imports ${resolved}: ${floorOf(file)} may import ${floor.mayImport.join(', ') || 'nothing'}`,
          );
        }
      } else if (!target.startsWith('node:') && floor.packages !== undefined) {
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        if (!floor.packages.includes(name))
          wrong.push(
            `${file}:${line} imports package ${name}: ${floorOf(file)} may import ${floor.packages.join(', ') || 'none'}`,
          );
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('the three walls stand', () => {
  const walls: [string, string[]][] = [
    ['service', ['scorers', 'metrics', 'stats', 'client']],
    ['report', ['scorers', 'metrics', 'stats', 'analysis']],
    ['analysis', ['client', 'service']],
  ];
  for (const [from, never] of walls)
    for (const other of never) expect(floors[from]?.mayImport, `${from} -> ${other}`).not.toContain(other);
});

test('only the use cases start the local service, in their folder target', () => {
  const others = sources.filter(
    (file) => !file.startsWith('src/service/') && !file.startsWith('src/usecases/target/'),
  );
  const wrong = others.filter((file) =>
    importsOf(read(file)).some(({ target }) =>
      path.posix.join(path.posix.dirname(file), target).startsWith('src/service/'),
    ),
  );
  expect(wrong).toEqual([]);
});

test('settings are read in one place', () => {
  const readers = sources.filter((file) =>
    importsOf(read(file)).some(({ target }) => target.endsWith('/load-config.ts')),
  );
  const settings = 'src/usecases/settings';
  // The others need its type only.
  expect(readers.filter((file) => /import \{[^}]*\bloadConfig\b/.test(read(file)))).toEqual([
    `${settings}/resolve-settings.ts`,
  ]);
  expect(readers.every((file) => file.startsWith(settings))).toBe(true);
});

test('only the fold scores the documents of a record, and the search over conventions', () => {
  const scorer = 'src/scorers/compile-scorer.ts';
  const users = sources.filter(
    (file) =>
      !file.startsWith('src/scorers/') &&
      importsOf(read(file)).some(
        ({ target }) => path.posix.join(path.posix.dirname(file), target) === scorer,
      ),
  );
  expect(users.filter((file) => !facades.includes(path.basename(file)))).toEqual([
    'src/analysis/fold/documents/judge-document.ts',
    'src/analysis/reconcile/extraction-cells.ts',
  ]);
});

test('no analysis reads rows apart from their items', () => {
  const analyses = sources.filter((file) => /^src\/(analysis|usecases)\//.test(file));
  expect(analyses.filter((file) => /\b(reader|record|source)\.rows\(/.test(read(file)))).toEqual([]);
  expect(analyses.length).toBeGreaterThan(100);
});

test('the faces call use cases, not the command line', () => {
  for (const face of facades)
    expect(importsOf(read(`src/${face}`)).filter(({ target }) => target.startsWith('./cli/'))).toEqual([]);
});

test('every file that docs/architecture.md names is there', () => {
  const named = [...read('docs/architecture.md').matchAll(/`((?:src|test|datasets)\/[^`]*)`/g)].map(
    ([, file]) => file as string,
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a use case writes to a terminal only through its ports', () => {
  const useCases = sources.filter((file) => file.startsWith('src/usecases/'));
  expect(useCases.filter((file) => /process\.(stdout|stderr|exit)|console\./.test(read(file)))).toEqual([]);
  expect(useCases.length).toBeGreaterThan(20);
});

test('only index.ts is an index, and the faces stand directly in src', () => {
  expect(tracked.filter((file) => /(^|\/)index\.tsx?$/.test(file) && file !== 'src/index.ts')).toEqual([]);
  expect(
    sources
      .filter((file) => file.split('/').length === 2)
      .map((file) => path.basename(file))
      .filter((name) => !facades.includes(name)),
  ).toEqual([]);
});

test('no file or folder has a name that says nothing', () => {
  expect(tracked.filter((file) => emptyNames.test(file))).toEqual([]);
});

test('no file is longer than the limit', () => {
  const long = tracked.filter(
    (file) => !(file in longTables) && read(file).split('\n').length - 1 > maximumLines,
  );
  expect(long).toEqual([]);
});

test('no default exports, enums or parameter properties, no any, nothing left for later', () => {
  const bad =
    /^export default\b|^\s*(export\s+)?(const\s+)?enum\s|constructor\([^)]*\b(private|public|protected|readonly)\s+\w+\s*[:?]|\bas any\b|@ts-(ignore|nocheck)|\bTO[D]O\b|\bFIXM[E]\b/m;
  const allowed = /(vite|vitest)\.config\.ts$|report\/html\/bundle\//;
  const wrong = tracked.filter(
    (file) => !allowed.test(file) && !file.startsWith('test/architecture/') && bad.test(read(file)),
  );
  expect(wrong).toEqual([]);
});
