import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const configFile = path.resolve('vite.config.ts');
const bundle = 'src/report/html/bundle';

it('equals a new build of the viewer (npm run build:viewer)', async () => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'goldset-viewer-'));
  try {
    // Builds in a separate process, as npm run build:viewer does, because the environment of the test runner changes the result.
    const vite = path.resolve('node_modules/vite/bin/vite.js');
    const build = (...options: string[]) =>
      promisify(execFile)(
        process.execPath,
        [vite, 'build', '--config', configFile, '--outDir', outDir, ...options],
        { env: { PATH: process.env.PATH, HOME: process.env.HOME } },
      );
    await build();
    await build('--mode', 'charts');
    for (const name of ['viewer.js', 'section-views.js', 'viewer.css', 'charts.js']) {
      const built = await readFile(path.join(outDir, name), 'utf8');
      const committed = await readFile(path.join(bundle, name), 'utf8');
      expect(built === committed, `${name} is stale: run npm run build:viewer`).toBe(true);
    }
  } finally {
    await rm(outDir, { recursive: true });
  }
});

it('has a first script of at most 110 KB', async () => {
  const { size } = await stat(path.join(bundle, 'viewer.js'));
  expect(size).toBeLessThanOrEqual(110_000);
});

it('is safe inside a script and a style element', async () => {
  const script = await readFile(path.join(bundle, 'viewer.js'), 'utf8');
  const style = await readFile(path.join(bundle, 'viewer.css'), 'utf8');
  expect(script).not.toMatch(/<\/script|<!--|\r|\0/i);
  expect(style).not.toMatch(/<\/style|\r|\0|url\(/i);
});
