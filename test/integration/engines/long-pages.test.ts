import { describe, expect, it } from 'vitest';
import { arrangeWords } from '../../../src/service/engines/local/parse/layout/arrange-words.ts';
import { parsePlainPage } from '../../../src/service/engines/local/parse/layout/plain-text.ts';
import { detectTables } from '../../../src/service/engines/local/parse/layout/tables.ts';
import { times } from '../../fixtures/long-form.ts';

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

describe('pages with thousands of lines', () => {
  const rows = times(4000, 20_000);
  it(`reads ${rows} rows in three columns column by column, within seconds`, async () => {
    const parsed = await within(rows, () => parsePlainPage(page(rows), 1));
    const names = parsed.lines.map((line) => line.text[0]).join('');
    expect(names).toBe('a'.repeat(rows) + 'b'.repeat(rows) + 'c'.repeat(rows));
    await within(rows, () => arrangeWords(parsed.lines.flatMap((line) => line.words)));
    await within(rows, () => detectTables(parsed));
  }, 60_000);

  it('keeps words of very different heights in their rows', () => {
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
