export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Returns boxes as plain text that keeps the lines and columns of the page. Two boxes are on the same line if their
 * vertical overlap is more than half of the smaller height. The left edge of a box determines its column.
 */
export function layOnGrid(boxes: readonly TextBox[]): string {
  const drawn = boxes.filter(({ text, right, left }) => text.trim() !== '' && right >= left);
  if (drawn.length === 0) return '';
  const width = median(drawn.map(({ left, right, text }) => (right - left) / Math.max(1, text.length))) || 1;
  const height = median(drawn.map(({ top, bottom }) => bottom - top)) || 1;
  const origin = Math.min(...drawn.map(({ left }) => left));
  const lines: string[] = [];
  let bottom: number | null = null;
  for (const row of rowsOf(drawn)) {
    const top = Math.min(...row.map((box) => box.top));
    if (bottom !== null && top - bottom > height) lines.push('');
    lines.push(lineOf(row, origin, width));
    bottom = Math.max(...row.map((box) => box.bottom));
  }
  return `${lines.join('\n')}\n`;
}

/** Number of newest rows that can still get a box. Boxes arrive from top to bottom, so older rows are complete. */
const openRows = 6;

function rowsOf(boxes: readonly TextBox[]): TextBox[][] {
  const sorted = [...boxes].sort((a, b) => a.top + a.bottom - (b.top + b.bottom) || a.left - b.left);
  const rows: TextBox[][] = [];
  for (const box of sorted) {
    const open = rows
      .slice(-openRows)
      .filter((row) => !row.some((other) => overlapsHorizontally(other, box)))
      .map((row) => ({ row, share: sharedHeight(nearest(row, box), box) }))
      .filter(({ share }) => share > 0.5);
    const best = open.toSorted((a, b) => b.share - a.share)[0];
    if (best === undefined) rows.push([box]);
    else best.row.push(box);
  }
  return rows;
}

/**
 * Returns whether two boxes overlap horizontally by more than 30 % of the narrower box. Such boxes are on different
 * lines, even if the page is tilted.
 */
function overlapsHorizontally(a: TextBox, b: TextBox): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.3 * Math.min(a.right - a.left, b.right - b.left);
}

/**
 * Returns the box of a row that is horizontally nearest to `box`. The nearest box best shows whether `box` is on the
 * same line, because a tilted page shifts distant boxes vertically.
 */
function nearest(row: readonly TextBox[], box: TextBox): TextBox {
  const gap = (other: TextBox) => Math.max(other.left - box.right, box.left - other.right);
  return row.reduce((near, other) => (gap(other) < gap(near) ? other : near));
}

/** Returns the vertical overlap of two boxes as a share of the smaller height. */
function sharedHeight(a: TextBox, b: TextBox): number {
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return shared / Math.max(1e-9, Math.min(a.bottom - a.top, b.bottom - b.top));
}

function lineOf(row: readonly TextBox[], origin: number, width: number): string {
  let line = '';
  let right: number | null = null;
  for (const box of [...row].sort((a, b) => a.left - b.left)) {
    const column = Math.round((box.left - origin) / width);
    // At least two spaces separate columns, and at least one space separates words of the same phrase.
    const gap = right === null ? 0 : box.left - right > 1.5 * width ? 2 : 1;
    line = line.padEnd(Math.max(column, line.length + gap)) + box.text.trim();
    right = box.right;
  }
  return line.trimEnd();
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
