import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commentsOnly, replacements, unchecked } from './wording.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Number of allowed findings, because some findings are correct uses. Lower this number if there are fewer findings.
 */
const allowed = 60;

/**
 * Matches comments and string literals of TypeScript. Skips regular expressions, because quotes in them do not start
 * strings.
 */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?;{}]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|(?<=>)[^<>{}=;()]*[a-z] [a-z][^<>{}=;()]*(?=<)/g;

/** Returns the prose of a source file, line by line, with line numbers. */
function proseOfSource(file: string, source: string): [number, string][] {
  const lines: [number, string][] = [];
  let [line, end] = [1, 0];
  for (const { 0: token, index } of source.matchAll(tokens)) {
    line += countLineEnds(source, end, index);
    end = index;
    const isComment = /^\/[/*]/.test(token);
    const isText = /^['"`]/.test(token);
    if (!isComment && (!isText ? !file.endsWith('x') : commentsOnly.test(file))) continue;
    const text = isText ? token.slice(1, -1).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'X') : token;
    // A key, a path or a code word is not prose.
    if (isText && (!text.includes(' ') || (text.match(/[A-Za-z]{2,}/g) ?? []).length < 3)) continue;
    for (const [offset, part] of text.split('\n').entries())
      lines.push([line + offset, part.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)\s?|\*\/\s*$/g, '')]);
  }
  return lines;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Returns the lines of a Markdown page, except code blocks and comments. */
function proseOfMarkdown(source: string): [number, string][] {
  let isCode = false;
  return source.split('\n').flatMap((line, index): [number, string][] => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      return [];
    }
    return isCode || /^\s*<!--|^ {4}/.test(line)
      ? []
      : [[index + 1, line.replace(/\]\([^)]*\)|https?:\/\/\S+/g, ']')]];
  });
}

const patterns = replacements.map(({ find, use }) => ({
  use,
  find: new RegExp(find, `gm${find.flags}`),
}));

/** Searches all lines of a file at once, which takes much less time than line by line. */
function hitsOf(file: string, source: string): string[] {
  const prose = file.endsWith('.md') ? proseOfMarkdown(source) : proseOfSource(file, source);
  const text = prose.map(([, line]) => line.replace(/`[^`]*`/g, '``').trim()).join('\n');
  return patterns.flatMap(({ find, use }) =>
    Array.from(text.matchAll(find), ({ 0: found, index }) => {
      const [line] = prose[text.slice(0, index).split('\n').length - 1] ?? [];
      return `${file}:${line}: "${found}": ${use}`;
    }),
  );
}

it('finds at most the allowed number of places that docs/writing.md replaces', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.md'],
    { cwd: root, encoding: 'utf8' },
  )
    .trim()
    .split('\n')
    .filter((file) => !unchecked.test(file) && existsSync(path.join(root, file)));
  expect(files.length).toBeGreaterThan(1000);
  const hits = files.flatMap((file) => hitsOf(file, readFileSync(path.join(root, file), 'utf8')));
  expect(hits.length, hits.slice(0, 30).join('\n')).toBeLessThanOrEqual(allowed);
});

it.each([
  ['a.ts', '/** A page beside the table. */', 1],
  ['a.ts', "const text = 'the run goes on beside it';", 2],
  ['a.ts', "const name = 'beside'; const pattern = /beside it all/;", 0],
  ['a.tsx', '<p>it stands beside the table</p>', 2],
  ['a.md', 'A page `beside` the table.\n```\nbeside\n```\nIt goes on.', 1],
  ['a.ts', '// One row a class, two files a document.', 2],
])('reads comments, strings and text of %s: %s', (file, source, expected) => {
  expect(hitsOf(file, source)).toHaveLength(expected);
});
