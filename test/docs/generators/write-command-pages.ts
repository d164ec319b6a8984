import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeExampleFolder } from '../examples/example-folder.ts';
import { renderCommandPages } from './command-page.ts';
import { fillReportPage } from './report-page.ts';
import { inputSchemas } from './schemas/input-schemas.ts';
import { resultSchemas } from './schemas/result-schemas.ts';

// Part of `npm run docs`. Writes docs/schemas, and updates the output in all pages of docs/commands or in the named
// pages.
const schemas = path.resolve(import.meta.dirname, '../../../docs/schemas');
for (const [name, text] of resultSchemas()) writeFileSync(path.join(schemas, name), text);
mkdirSync(path.join(schemas, 'input'), { recursive: true });
for (const [name, text] of inputSchemas()) writeFileSync(path.join(schemas, 'input', name), text);
const dir = path.resolve(import.meta.dirname, '../../../docs/commands');
const named = process.argv.slice(2);
const files = readdirSync(dir)
  .filter((name) => name.endsWith('.md') && (named.length === 0 || named.includes(name)))
  .map((name) => path.join(dir, name));
const written = files.map((file) => readFileSync(file, 'utf8'));
const pages = written.map((page, at) => (files[at]?.endsWith('report.md') ? fillReportPage(page) : page));
const example = await makeExampleFolder();
for (const [at, fresh] of (await renderCommandPages(pages, example)).entries())
  if (fresh !== written[at]) writeFileSync(files[at] as string, fresh);
rmSync(example, { recursive: true });
