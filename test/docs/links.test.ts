import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];

/** Returns the relative links of a page, and the files of the repository that it names. */
function targetsOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = '']) =>
    path.join(path.dirname(page), link),
  );
  const files = [...text.matchAll(/`((?:src|test|bench|docs|examples|datasets)\/[\w./-]+\.\w+)`/g)];
  return [...links, ...files.map(([, file = '']) => file)];
}

test('pages link to and name only existing files', () => {
  const named = pages.flatMap((page) => targetsOf(page).map((target) => ({ page, target })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ target }) => !existsSync(path.join(root, target)))).toEqual([]);
});
