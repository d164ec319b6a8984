import { describe, expect, it } from 'vitest';
import { arrangeWords } from '../../../../../src/service/engine/parse/arrange-words.ts';
import { parsePlainPage } from '../../../../../src/service/engine/parse/plain-text.ts';
import { detectTables } from '../../../../../src/service/engine/parse/tables.ts';

const column = (name: string, row: number): string => `${name}${row} runs along in words here`.padEnd(40);

function page(rows: number): string {
  return Array.from(
    { length: rows },
    (_, row) => column('a', row) + column('b', row) + column('c', row),
  ).join('\n');
}

const within = async <T>(ms: number, work: () => T): Promise<T> => {
  const start = performance.now();
  const result = work();
  expect(performance.now() - start).toBeLessThan(ms);
  return result;
};

describe('pages of very many lines', () => {
  it('reads 20,000 rows in three columns column by column, in seconds', async () => {
    const parsed = await within(20_000, () => parsePlainPage(page(20_000), 1));
    const names = parsed.lines.map((line) => line.text[0]).join('');
    expect(names).toBe('a'.repeat(20_000) + 'b'.repeat(20_000) + 'c'.repeat(20_000));
    await within(20_000, () => arrangeWords(parsed.lines.flatMap((line) => line.words)));
    await within(20_000, () => detectTables(parsed));
  }, 60_000);

  it('keeps words of very different height in their rows', () => {
    const at = (text: string, left: number, top: number, size: number) => ({
      text,
      box: { left, top, right: left + 20, bottom: top + size },
      confidence: 1,
      fontSize: size,
    });
    const words = [
      ...Array.from({ length: 40 }, (_, row) => at(`s${row}`, 700, 20 * row, 8)),
      at('tall', 10, 0, 900),
      at('wide', 40, 0, 900),
    ];
    expect(arrangeWords(words).some((line) => line.text.startsWith('tall wide'))).toBe(true);
  });
});
