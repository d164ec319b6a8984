import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { goldset, root, temporaryFolder } from './spawn-goldset.ts';

function shellIn(cwd: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, GOLDSET_BASE_URL: '', GITHUB_ACTIONS: '', GITLAB_CI: '' };
    const child = spawn(process.execPath, [path.join(root, 'src/cli/goldset.mjs'), ...args], { cwd, env });
    let text = '';
    const add = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('close', (code) => resolve({ code, text }));
  });
}

describe.concurrent('a first project', { timeout: 120_000 }, () => {
  test.each(['EXTRACT', 'CLASSIFY'])(
    '%s: what init writes passes the check, runs, and its gate holds',
    async (kind) => {
      const dir = temporaryFolder();
      // What npm init writes today.
      writeFileSync(path.join(dir, 'package.json'), '{ "name": "mine", "type": "commonjs" }');
      const made = await shellIn(dir, ['init', '--name', 'letters', '--kind', kind, '--json']);
      expect(made.code, made.text).toBe(0);
      const { next } = JSON.parse(made.text) as { next: string[] };
      expect(next).toHaveLength(3);
      for (const line of next) {
        const { code, text } = await shellIn(dir, line.split(' ').slice(1));
        expect(code, `${line}\n${text}`).toBe(0);
      }
    },
  );

  test('nothing is overwritten, and a second one tells so', async () => {
    const dir = temporaryFolder();
    expect((await goldset(['init', dir])).code).toBe(0);
    const before = readFileSync(path.join(dir, 'goldset.config.ts'), 'utf8');
    const again = await goldset(['init', dir, '--name', 'other']);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('goldset.config.ts is there already');
    expect(readFileSync(path.join(dir, 'goldset.config.ts'), 'utf8')).toBe(before);
    expect((await goldset(['init', temporaryFolder(), '--kind', 'SPLITTER'])).code).toBe(2);
  });
});
