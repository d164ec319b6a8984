import { gridCell as cell, expandTabs, gridSheet as sheet } from '../../../../../pages/flow/text-grid.ts';
import type { ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { linesOf, segmentOf } from './arrange-words.ts';
import type { Segment } from './row-index.ts';

/**
 * Converts a page of plain text. Each character has a cell of a grid, so a table drawn with spaces keeps its columns.
 */
export function parsePlainPage(text: string, number: number): ParsedPage {
  const rows = text.split('\n').map(expandTabs);
  while (rows.length > 0 && rows.at(-1)?.trim() === '') rows.pop();
  const segments = rows.flatMap((row, index) => segmentsOf(row, index));
  const columns = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  return {
    number,
    width: Math.max(sheet.columns, columns) * cell.width,
    height: Math.max(sheet.rows, rows.length) * cell.height,
    source: 'plain',
    lines: linesOf(segments),
  };
}

/** Splits a row at gaps of at least two spaces. After a sentence, the gap must have at least three spaces. */
function segmentsOf(row: string, index: number): Segment[] {
  const segments: Segment[] = [];
  let words: ParsedWord[] = [];
  let end = 0;
  for (const match of row.matchAll(/\S+/g)) {
    const gap = match.index - end;
    const last = words.at(-1);
    if (last && gap >= (/[.!?]$/.test(last.text) ? 3 : 2)) {
      segments.push(segmentOf(words, index));
      words = [];
    }
    end = match.index + match[0].length;
    words.push({
      text: match[0],
      box: {
        left: match.index * cell.width,
        top: index * cell.height,
        right: end * cell.width,
        bottom: (index + 1) * cell.height,
      },
      confidence: 1,
      fontSize: cell.height,
    });
  }
  if (words.length > 0) segments.push(segmentOf(words, index));
  return segments;
}
