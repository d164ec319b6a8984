/** Points of one character of plain text. */
export const gridCell = { width: 6, height: 12 } as const;

/** A letter page holds this many characters and rows; longer text makes a larger page, not a second one. */
export const gridSheet = { columns: 102, rows: 66 } as const;

const tabStop = 8;

/** The row with its tabs as spaces. */
export function expandTabs(row: string): string {
  if (!row.includes('\t')) return row;
  let out = '';
  for (const character of row)
    out += character === '\t' ? ' '.repeat(tabStop - (out.length % tabStop)) : character;
  return out;
}
