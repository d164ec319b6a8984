import path from 'node:path';
import { displayWidth } from './display-width.ts';

/** Additional indent of the second and later lines of a broken line. */
const hang = '  ';

/**
 * Breaks each line that is wider than `width` columns. Breaks only between words, so that paths and addresses can be
 * copied. Commands after `$` stay on one line for the same reason. Keeps the number of spaces between words on the same
 * line.
 */
export function fitLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => fitLine(line, width))
    .join('\n');
}

function fitLine(line: string, width: number): string[] {
  if (displayWidth(line) <= width || /^ *\$ /.test(line)) return [line];
  const indent = `${/^ */.exec(line)?.[0] ?? ''}${hang}`;
  const lines: string[] = [];
  let current = '';
  // A percent sign stays on the line of its number.
  for (const [part] of line.matchAll(/ *(?:[^ ]| (?=%(?![\p{L}\p{N}%])))+/gu)) {
    if (current.trim() !== '' && displayWidth(current + part) > width) {
      lines.push(current);
      current = indent + part.trimStart();
    } else current += part;
  }
  return [...lines, current];
}

/**
 * Replaces absolute paths inside `folder` by paths relative to `folder`. A path starts a word, or follows `"`, `'`, `(`
 * or `=`.
 */
export function withRelativePaths(text: string, folder: string): string {
  // Change nothing for the root folder, because every absolute path is inside it.
  if (folder.endsWith(path.sep)) return text;
  const start = `${folder}${path.sep}`;
  return text
    .split(/(?<=^|[\s"'(=])/)
    .map((part) => (part.startsWith(start) ? part.slice(start.length) : part))
    .join('');
}
