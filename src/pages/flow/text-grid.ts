/** Size of one character of plain text, in points. */
export const gridCell = { width: 6, height: 12 } as const;

/** Minimum page size in characters and rows (US letter). A longer text enlarges the page. */
export const gridSheet = { columns: 102, rows: 66 } as const;

const tabStop = 8;

export function expandTabs(row: string): string {
  if (!row.includes('\t')) return row;
  let out = '';
  for (const character of row)
    out += character === '\t' ? ' '.repeat(tabStop - (out.length % tabStop)) : character;
  return out;
}
