import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerSchemas } from './answer-schemas.ts';
import { renderCommandPage } from './command-page.ts';

const dir = path.resolve(import.meta.dirname, '../../docs/commands');
const pages = readdirSync(dir).filter((file) => file.endsWith('.md'));

describe('the examples of docs/commands are what the commands answer (npm run docs writes them again)', () => {
  test.each(pages)('%s', async (name) => {
    const page = readFileSync(path.join(dir, name), 'utf8');
    expect(await renderCommandPage(page)).toBe(page);
  });
});

test('output that has gone stale is replaced, and the exit code of a failing command is shown', async () => {
  const page = 'Before\n<!-- output of: goldset report nowhere -->\n```console\nstale\n```\nAfter\n';
  const fresh = await renderCommandPage(page);
  expect(fresh).not.toContain('stale');
  expect(fresh).toContain('$ goldset report nowhere\nerror RECORD_NOT_FOUND');
  expect(fresh).toMatch(/\(exit code 2\)\n```\nAfter\n$/);
});

test('docs/schemas holds the schemas of what --json writes', () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/schemas');
  for (const [name, text] of answerSchemas())
    expect(readFileSync(path.join(folder, name), 'utf8'), name).toBe(text);
});
