import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];

/** Returns the relative links of a page, and the repository files that the page names. */
function targetsOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = '']) =>
    path.join(path.dirname(page), link),
  );
  const files = [...text.matchAll(/`((?:src|test|bench|docs|examples|datasets)\/[\w./-]+\.\w+)`/g)];
  return [...links, ...files.map(([, file = '']) => file)];
}

/**
 * Returns the links of a page that lead to a heading. Each link has the file of the target page and the anchor of the
 * heading.
 */
function anchorsOf(page: string): { readonly target: string; readonly anchor: string }[] {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, link = '', anchor = '']) => ({
    target: link === '' ? page : path.join(path.dirname(page), link),
    anchor,
  }));
}

/** Returns the anchors of the headings of a page, as GitHub forms them. */
function headingsOf(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('links to headings name existing headings', () => {
  const links = pages.flatMap((page) => anchorsOf(page).map((link) => ({ page, ...link })));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ target, anchor }) => !headingsOf(target).includes(anchor))).toEqual([]);
});

test('the definitions of a report name existing headings', () => {
  const source = readFileSync(path.join(root, 'src/analysis/sections/method-section.ts'), 'utf8');
  const anchors = [...source.matchAll(/anchor: '([^'#]+)#([^']+)'/g)];
  expect(anchors.length).toBeGreaterThan(10);
  for (const [, page = '', anchor] of anchors) expect(headingsOf(`docs/metrics/${page}`)).toContain(anchor);
});

test('pages link to and name only existing files', () => {
  const named = pages.flatMap((page) => targetsOf(page).map((target) => ({ page, target })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ target }) => !existsSync(path.join(root, target)))).toEqual([]);
});
