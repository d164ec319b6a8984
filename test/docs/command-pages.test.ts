import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderCommandPages } from './generators/command-page.ts';
import { fillReportPage } from './generators/report-page.ts';
import { resultSchemas } from './generators/schemas/result-schemas.ts';

const dir = path.resolve(import.meta.dirname, '../../docs/commands');
const names = readdirSync(dir).filter((file) => file.endsWith('.md'));
const pages = names.map((name) => readFileSync(path.join(dir, name), 'utf8'));
const stale = 'Before\n<!-- output of: goldset report nowhere -->\n```console\nstale\n```\nAfter\n';
let rendered: string[] = [];
beforeAll(async () => {
  rendered = await renderCommandPages([...pages, stale]);
}, 300_000);

describe('the examples of docs/commands equal the output of the commands (npm run docs updates them)', () => {
  test.each(names.map((name, at) => [name, at] as const))('%s', (_, at) => {
    expect(rendered[at]).toBe(pages[at]);
  });
});

test('docs/commands/report.md has the tables of the declared sections and columns (npm run docs updates them)', () => {
  const page = pages[names.indexOf('report.md')] as string;
  expect(fillReportPage(page)).toBe(page);
  const stale = page.replace('| Gate |', '| Gates |').replace('| `fields.csv` |', '| `field.csv` |');
  expect(stale).not.toBe(page);
  expect(fillReportPage(stale)).toBe(page);
});

test('replaces stale output, and shows the exit code of a failing command', () => {
  const fresh = rendered.at(-1);
  expect(fresh).not.toContain('stale');
  expect(fresh).toContain('$ goldset report nowhere\nerror RECORD_NOT_FOUND');
  expect(fresh).toMatch(/\(exit code 2\)\n```\nAfter\n$/);
});

describe('docs/schemas', () => {
  const folder = path.resolve(import.meta.dirname, '../../docs/schemas');
  const schemas = resultSchemas();

  test('has one file per result and no other file', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...schemas.keys(), 'input'].toSorted());
  });

  test.each([...schemas])('%s is the schema of what --json writes', (name, text) => {
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text);
  });
});
