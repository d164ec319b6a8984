import { expect, it } from 'vitest';
import { spatialText } from '../../../../../../../src/service/engines/local/parse/layout/spatial-text.ts';
import type { ParsedLine, ParsedPage } from '../../../../../../../src/service/engines/parsed-document.ts';

function line(text: string, left: number, top: number, block: number, fontSize = 10): ParsedLine {
  const box = { left, top, right: left + text.length * 5, bottom: top + fontSize };
  const words = text.split(' ').map((word) => ({ text: word, box, confidence: 1, fontSize }));
  return { text, words, box, block };
}

const page: ParsedPage = {
  number: 1,
  width: 600,
  height: 800,
  source: 'text',
  lines: [
    line('Annual Report', 50, 20, 0, 24),
    line('Income', 50, 60, 1, 14),
    line('The first line of text that is long enough', 50, 90, 2),
    line('and its second.', 50, 102, 2),
    line('Left', 50, 140, 3),
    line('Right', 350, 141, 4),
  ],
};

it('places words of one height on one row, in their columns', () => {
  const rows = spatialText(page).split('\n');
  // 120 columns on 600 points: 5 points each.
  expect(rows.at(-1)).toBe(`${' '.repeat(10)}Left${' '.repeat(56)}Right`);
  expect(rows).toHaveLength(5);
});
