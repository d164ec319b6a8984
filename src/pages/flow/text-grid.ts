/** Size of one character of plain text in points. */
export const gridCell = { width: 6, height: 12 } as const;

/**
 * Size of a letter page in characters and rows. Longer text enlarges the page instead of adding a second one.
 */
export const gridSheet = { columns: 102, rows: 66 } as const;

const tabStop = 8;

/** Returns the row with tabs replaced by spaces. */
export function expandTabs(row: string): string {
  if (!row.includes('\t')) return row;
  let out = '';
  for (const character of row)
    out += character === '\t' ? ' '.repeat(tabStop - (out.length % tabStop)) : character;
  return out;
}
