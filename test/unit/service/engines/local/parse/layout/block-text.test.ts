import { expect, test } from 'vitest';
import { tableMarkdown } from '../../../../../../../src/service/engines/local/parse/layout/block-text.ts';
import { parsePlainPage } from '../../../../../../../src/service/engines/local/parse/layout/plain-text.ts';
import { detectTables } from '../../../../../../../src/service/engines/local/parse/layout/tables.ts';

test('tableMarkdown writes an empty header for a table without column names, and escapes bars', () => {
  const figures = parsePlainPage('1|a       2.00     3.00\n2         4.00     5.00', 1);
  const [table] = detectTables(figures);
  if (!table) throw new Error('no table');
  expect(tableMarkdown(table).split('\n').slice(0, 3)).toEqual([
    '|  |  |  |',
    '| --- | --- | --- |',
    '| 1\\|a | 2.00 | 3.00 |',
  ]);
});
