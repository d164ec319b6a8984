import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emptyNames, entryPoints, layers, maximumFiles, maximumLines } from './layers.ts';

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

function layerOf(file: string): string {
  return file.split('/')[1] as string;
}

test('the table has every folder of src, and no other', () => {
  const folders = new Set(sources.filter((file) => file.split('/').length > 2).map(layerOf));
  expect([...folders].filter((folder) => !(folder in layers))).toEqual([]);
});

test('a layer imports only lower layers', () => {
  for (const [name, layer] of Object.entries(layers)) {
    for (const below of layer.mayImport)
      expect(layers[below]?.level, `${name} -> ${below}`).toBeLessThanOrEqual(layer.level);
  }
});

test('imports follow the table of layers', () => {
  const wrong: string[] = [];
  for (const file of sources) {
    const layer = layers[layerOf(file)];
    if (!layer || file.includes('/bundle/')) continue;
    for (const { line, target } of importsOf(read(file))) {
      if (target.startsWith('.')) {
        const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
        const other = layerOf(resolved);
        if (resolved.startsWith('src/') && other !== layerOf(file) && !layer.mayImport.includes(other)) {
          wrong.push(
            `${file}:${line} imports ${resolved}: ${layerOf(file)} may import ${layer.mayImport.join(', ') || 'nothing'}`,
          );
        }
      } else if (!target.startsWith('node:') && layer.packages !== undefined) {
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        if (!layer.packages.includes(name))
          wrong.push(
            `${file}:${line} imports package ${name}: ${layerOf(file)} may import ${layer.packages.join(', ') || 'none'}`,
          );
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('service, report and analysis do not import what they must not depend on', () => {
  const walls: [string, string[]][] = [
    ['service', ['scorers', 'metrics', 'stats', 'client']],
    ['report', ['scorers', 'metrics', 'stats', 'analysis']],
    ['analysis', ['client', 'service']],
  ];
  for (const [from, never] of walls)
    for (const other of never) expect(layers[from]?.mayImport, `${from} -> ${other}`).not.toContain(other);
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

test('the service and its engines meet only at the engine interface', () => {
  const engines = 'src/service/engines/';
  const targetsOf = (file: string) =>
    importsOf(read(file))
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => path.posix.join(path.posix.dirname(file), target));
  const isEngine = (file: string) => /^src\/service\/engines\/(local|chat)\//.test(file);
  // The engine `chat` parses pages with the local engine, and writes outputs in the format of the local engine.
  for (const [name, own] of [
    ['local', 'local'],
    ['chat', 'chat|local'],
  ]) {
    const mayImport = new RegExp(`^src/(base|model|pages)/|^${engines}([^/]+|(${own})/.+)$`);
    const files = sources.filter((file) => file.startsWith(`${engines}${name}/`));
    expect(files.length).toBeGreaterThan(name === 'local' ? 80 : 10);
    expect(files.filter((file) => !targetsOf(file).every((target) => mayImport.test(target)))).toEqual([]);
  }
  const others = sources.filter((file) => !isEngine(file));
  expect(others.filter((file) => targetsOf(file).some(isEngine))).toEqual([]);
});

test('the code that reads a record loads no client and no service when it starts', () => {
  const valueImport = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm;
  const importers = new Map<string, string>();
  const waiting = [
    'compare/compare-records',
    'gate/gate-record',
    'report/report-record',
    'score/score-record',
  ].map((name) => `src/usecases/${name}.ts`);
  for (const file of waiting)
    for (const [, target = ''] of read(file).matchAll(valueImport)) {
      const loaded = path.posix.join(path.posix.dirname(file), target);
      if (importers.has(loaded)) continue;
      importers.set(loaded, file);
      waiting.push(loaded);
    }
  expect(importers.size).toBeGreaterThan(300);
  const loadsService = /^src\/(client|service)\/(?!engines\/registry\.ts)/;
  expect([...importers].filter(([file]) => loadsService.test(file))).toEqual([]);
});

test('settings are read in one place', () => {
  const readers = sources.filter((file) =>
    importsOf(read(file)).some(({ target }) => target.endsWith('/load-config.ts')),
  );
  const settings = 'src/usecases/settings';
  // The other readers import only types from load-config.ts.
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
  expect(users.filter((file) => !entryPoints.includes(path.basename(file)))).toEqual([
    'src/analysis/fold/documents/document-scorer.ts',
    'src/analysis/reconcile/extraction-cells.ts',
  ]);
});

test('no analysis reads rows apart from their items', () => {
  const analyses = sources.filter((file) => /^src\/(analysis|usecases)\//.test(file));
  expect(analyses.filter((file) => /\b(reader|record|source)\.rows\(/.test(read(file)))).toEqual([]);
  expect(analyses.length).toBeGreaterThan(100);
});

test('the entry points call use cases, not the command line', () => {
  for (const entry of entryPoints)
    expect(importsOf(read(`src/${entry}`)).filter(({ target }) => target.startsWith('./cli/'))).toEqual([]);
});

test('every file that docs/architecture.md and docs/folders.md name is there', () => {
  const pages = `${read('docs/architecture.md')}${read('docs/folders.md')}`;
  const named = [...pages.matchAll(/`((?:src|test|datasets)\/[^`]*)`/g)].map(([, file]) => file as string);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a use case writes to a terminal only through its ports', () => {
  const useCases = sources.filter((file) => file.startsWith('src/usecases/'));
  expect(useCases.filter((file) => /process\.(stdout|stderr|exit)|console\./.test(read(file)))).toEqual([]);
  expect(useCases.length).toBeGreaterThan(20);
});

test('only index.ts is an index, and only the entry points are directly in src', () => {
  expect(tracked.filter((file) => /(^|\/)index\.tsx?$/.test(file) && file !== 'src/index.ts')).toEqual([]);
  expect(
    sources
      .filter((file) => file.split('/').length === 2)
      .map((file) => path.basename(file))
      .filter((name) => !entryPoints.includes(name)),
  ).toEqual([]);
});

test('every file and folder has a name that describes its content', () => {
  expect(tracked.filter((file) => emptyNames.test(file))).toEqual([]);
});

test('no file is longer than the limit', () => {
  const long = tracked.filter((file) => read(file).split('\n').length - 1 > maximumLines);
  expect(long).toEqual([]);
});

test('no default exports, enums, parameter properties, any or TODO comments', () => {
  const bad =
    /^export default\b|^\s*(export\s+)?(const\s+)?enum\s|constructor\([^)]*\b(private|public|protected|readonly)\s+\w+\s*[:?]|\bas any\b|@ts-(ignore|nocheck)|\bTO[D]O\b|\bFIXM[E]\b/m;
  const allowed = /(vite|vitest)\.config\.ts$|\/bundle\//;
  const wrong = tracked.filter(
    (file) => !allowed.test(file) && !file.startsWith('test/architecture/') && bad.test(read(file)),
  );
  expect(wrong).toEqual([]);
});

/** Relative imports between source files, including imports of types. */
const edges = new Map(
  sources.map((file) => {
    const targets = importsOf(read(file))
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => path.posix.join(path.posix.dirname(file), target));
    return [file, new Set(targets.filter((target) => target !== file && sources.includes(target)))];
  }),
);

/**
 * Returns the nodes in cycles, and the nodes that lead to a cycle. Removes nodes without outgoing edges until none is
 * left.
 */
function nodesInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let rest = new Map(graph);
  for (;;) {
    const next = new Map([...rest].filter(([, targets]) => [...targets].some((target) => rest.has(target))));
    if (next.size === rest.size) return [...next.keys()];
    rest = next;
  }
}

test('no files import each other in a cycle, not even types', () => {
  expect(edges.size).toBeGreaterThan(700);
  expect(nodesInCycles(edges)).toEqual([]);
});

test('no folders import each other, directly or in a cycle', () => {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of edges)
    for (const target of targets) {
      const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)];
      if (from === to) continue;
      const known = folders.get(from) ?? new Set();
      folders.set(from, known.add(to));
    }
  expect(folders.size).toBeGreaterThan(50);
  expect(nodesInCycles(folders)).toEqual([]);
});

test('no two neighbouring folders and their subfolders import each other', () => {
  const pairs = new Set<string>();
  for (const [file, targets] of edges)
    for (const target of targets) {
      const [from, to] = [path.posix.dirname(file).split('/'), path.posix.dirname(target).split('/')];
      const at = from.findIndex((part, index) => part !== to[index]);
      if (at === -1 || at >= to.length) continue;
      pairs.add(`${from.slice(0, at + 1).join('/')} ${to.slice(0, at + 1).join('/')}`);
    }
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([]);
});

test('no folder has more files than the limit', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test'],
    { cwd: root, encoding: 'utf8' },
  )
    .trim()
    .split('\n');
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  // A folder of fixtures has one file per case, so it may have more files.
  const crowded = [...counts].filter(
    ([folder, count]) => count > maximumFiles && !/fixtures|golden/.test(folder),
  );
  expect(crowded).toEqual([]);
});

test('every unit test has the path of the source that it tests', () => {
  const units = tracked.filter((file) => /^test\/unit\/.*\.test\.tsx?$/.test(file));
  const source = (file: string) => file.replace('test/unit/', 'src/').replace(/\.test(\.tsx?)$/, '$1');
  const there = new Set(sources.map((file) => file.replace(/\.tsx?$/, '')));
  expect(units.filter((file) => !there.has(source(file).replace(/\.tsx?$/, '')))).toEqual([]);
  expect(units.length).toBeGreaterThan(100);
});

test('docs/folders.md describes every folder of src, and no other', () => {
  const described = [...read('docs/folders.md').matchAll(/^\| `(src[^`]*)` \|/gm)].map(
    ([, folder]) => folder,
  );
  const folders = new Set(
    sources.map((file) => path.posix.dirname(file).replace(/^(src\/cli\/commands)\/.*/, '$1')),
  );
  expect([...new Set(described)].sort()).toEqual([...folders].sort());
  expect(described.length).toBe(folders.size);
});
