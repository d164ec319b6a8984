import { gridCell } from '../../../../../pages/flow/text-grid.ts';
import type { ParsedLine, ParsedPage } from '../../../parsed-document.ts';

const columnsAcross = 120;

/** Returns the text of a page, in which spaces keep words at their positions. */
export function spatialText(page: ParsedPage): string {
  const lines = [...page.lines].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const rows: ParsedLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const first = row?.[0];
    const sameRow = first !== undefined && line.box.top < (first.box.top + first.box.bottom) / 2;
    if (sameRow) row?.push(line);
    else rows.push([line]);
  }
  // Plain text keeps its original columns.
  const scale = page.source === 'plain' ? 1 / gridCell.width : columnsAcross / Math.max(page.width, 1);
  return rows
    .map((row) => {
      let text = '';
      for (const line of row.sort((a, b) => a.box.left - b.box.left)) {
        const column = Math.round(line.box.left * scale);
        text = text === '' ? ' '.repeat(Math.max(0, column)) : text.padEnd(Math.max(text.length + 2, column));
        text += line.text;
      }
      return text.trimEnd();
    })
    .join('\n');
}
