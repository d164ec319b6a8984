import { oneLine } from '../../base/phrases.ts';

/** Returns a table for the terminal. The first `left` columns are aligned to the left, the others to the right. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { left }: { readonly left: number },
): string {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => [...oneLine(row[i] ?? '')].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map(oneLine)
      .map((cell, i) => {
        const gap = ' '.repeat((widths[i] as number) - [...cell].length);
        return i < left ? cell + gap : gap + cell;
      })
      .join('  ')
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [line(head), rule, ...rows.map(line)].join('\n');
}
