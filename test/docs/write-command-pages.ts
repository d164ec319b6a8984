import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerSchemas } from './answer-schemas.ts';
import { renderCommandPage } from './command-page.ts';

// Part of `npm run docs`: docs/schemas, and every page of docs/commands, or those that are named, with fresh output.
const schemas = path.resolve(import.meta.dirname, '../../docs/schemas');
for (const [name, text] of answerSchemas()) writeFileSync(path.join(schemas, name), text);
const dir = path.resolve(import.meta.dirname, '../../docs/commands');
const named = process.argv.slice(2);
for (const name of readdirSync(dir).filter((file) => file.endsWith('.md'))) {
  if (named.length > 0 && !named.includes(name)) continue;
  const file = path.join(dir, name);
  const page = readFileSync(file, 'utf8');
  const fresh = await renderCommandPage(page);
  if (fresh !== page) writeFileSync(file, fresh);
}
