import { expect, it } from 'vitest';
import { viewPages } from '../../../../../../../src/service/engines/local/parse/layout/view-pages.ts';
import type { ParsedPage } from '../../../../../../../src/service/engines/parsed-document.ts';
import { placedLine } from '../../../../../../fixtures/documents/parsed-document.ts';

const page: ParsedPage = {
  number: 1,
  width: 600,
  height: 800,
  source: 'text',
  lines: [
    placedLine('Annual Report', 50, 20, 0, 24),
    placedLine('Income', 50, 60, 1, 14),
    placedLine('The first line of text that is long enough', 50, 90, 2),
    placedLine('and its second.', 50, 102, 2),
    placedLine('Left', 50, 140, 3),
    placedLine('Right', 350, 141, 4),
  ],
};

it('returns titles, headings and paragraphs as blocks with boxes', () => {
  const [view] = viewPages({ type: 'PDF', pages: [page] });
  expect(view?.blocks.map(({ type, content }) => [type, content])).toEqual([
    ['heading', 'Annual Report'],
    ['section_heading', 'Income'],
    ['text', 'The first line of text that is long enough\nand its second.'],
    ['text', 'Left'],
    ['text', 'Right'],
  ]);
  expect(view?.blocks[2]?.box).toEqual({ left: 50, top: 90, right: 260, bottom: 112 });
  expect(view?.markdown.split('\n\n').slice(0, 2)).toEqual(['# Annual Report', '## Income']);
});

it('returns a table as one block, in Markdown and in HTML, at its position', () => {
  const columns = [50, 200, 350];
  const cells = [
    ['Item', 'Quantity', 'Price'],
    ['Bolt <M8>', '4', '1.20'],
    ['Nut', '10', '0.30'],
  ];
  const rows = cells.flatMap((row, r) =>
    row.map((text, c) => placedLine(text, columns[c] ?? 0, 100 + r * 14, 1 + c)),
  );
  const lines = [
    placedLine('Before the table', 50, 60, 0),
    ...rows,
    placedLine('After the table', 50, 200, 9),
  ];
  const [view] = viewPages({ type: 'PDF', pages: [{ ...page, lines }] });
  expect(view?.blocks.map(({ type }) => type)).toEqual(['text', 'table', 'text']);
  expect(view?.blocks[1]).toMatchObject({ rowCount: 3, columnCount: 3 });
  expect(view?.blocks[1]?.content).toContain('| Nut | 10 | 0.30 |');
  expect(view?.blocks[1]?.html).toContain('<td>Bolt &lt;M8&gt;</td><td>4</td><td>1.20</td>');
  expect(view?.markdown).toContain('| Nut | 10 | 0.30 |');
});

it('returns an empty page without blocks', () => {
  const [view] = viewPages({ type: 'IMG', pages: [{ ...page, lines: [] }] });
  expect(view).toMatchObject({ rawText: '', markdown: '', blocks: [] });
});
