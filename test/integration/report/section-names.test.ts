import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections } from '../../../src/model/report/report-sections.ts';

test('the page has one view for every section', () => {
  const views = globSync('src/viewer/sections/*-section.tsx').map((file) => {
    const [, name] = /^export const view = defineView\('(\w+)',/m.exec(readFileSync(file, 'utf8')) ?? [];
    return name ?? `${file} exports no view`;
  });
  expect(views.sort()).toEqual(Object.keys(sections).sort());
});
