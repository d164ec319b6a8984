import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sectionNames } from '../../../src/model/report/report-sections.ts';

test('the page has a view for every section of the model', () => {
  const file = 'src/viewer/sections/sections.ts';
  const views = readFileSync(path.resolve(file), 'utf8').matchAll(/block: '([\w-]+)'/g);
  const blocks = new Set(Array.from(views, ([, block]) => block));
  expect(blocks.size).toBeGreaterThan(10);
  const missing = Object.values(sectionNames).filter((name) => !blocks.has(name));
  expect(missing, `add the view to ${file}`).toEqual([]);
});
