import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldset, temporaryFolder } from './spawn-goldset.ts';

describe.concurrent('a first project', { timeout: 120_000 }, () => {
  test.each(['EXTRACT', 'CLASSIFY'])(
    '%s: what init writes passes the check, runs, and its gate holds',
    async (kind) => {
      const dir = temporaryFolder();
      writeFileSync(path.join(dir, 'package.json'), '{ "name": "mine", "type": "commonjs" }');
      const env = { GITHUB_ACTIONS: '', GITLAB_CI: '' };
      const made = await goldset(['init', '--name', 'letters', '--kind', kind, '--json'], { cwd: dir, env });
      expect(made.code, made.stderr).toBe(0);
      const { next } = JSON.parse(made.stdout) as { next: string[] };
      expect(next).toHaveLength(3);
      for (const line of next) {
        const { code, stdout, stderr } = await goldset(line.split(' ').slice(1), { cwd: dir, env });
        expect(code, `${line}\n${stdout}${stderr}`).toBe(0);
      }
    },
  );

  test('a second init overwrites nothing and reports the existing file', async () => {
    const dir = temporaryFolder();
    expect((await goldset(['init', dir])).code).toBe(0);
    const before = readFileSync(path.join(dir, 'goldset.config.ts'), 'utf8');
    const again = await goldset(['init', dir, '--name', 'other']);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('goldset.config.ts exists');
    expect(readFileSync(path.join(dir, 'goldset.config.ts'), 'utf8')).toBe(before);
    expect((await goldset(['init', temporaryFolder(), '--kind', 'SPLITTER'])).code).toBe(2);
  });
});
