import { describe, expect, it } from 'vitest';
import { arrangeWords } from '../../../../../../../src/service/engines/local/parse/layout/arrange-words.ts';
import type { ParsedWord } from '../../../../../../../src/service/engines/parsed-document.ts';

/** Returns the words of one line. All letters have the given width, and the gaps between words are 16 points wide. */
function line(letterWidth: number, ...texts: string[]): ParsedWord[] {
  let left = 20;
  return texts.map((text) => {
    const box = { left, top: 20, right: left + text.length * letterWidth, bottom: 30 };
    left = box.right + 16;
    return { text, box, confidence: 1, fontSize: 10 };
  });
}

describe('gapScale', () => {
  const textsOf = (words: ParsedWord[]): string[] => arrangeWords(words).map(({ text }) => text);

  it('keeps words in double-width letters together', () => {
    expect(textsOf(line(10, 'Total', 'Invoice'))).toEqual(['Total Invoice']);
  });

  it('does not join cells in usual letters, or numbers', () => {
    expect(textsOf(line(5, 'Total', 'Invoice'))).toEqual(['Total', 'Invoice']);
    expect(textsOf(line(10, '12.00', '24.00'))).toEqual(['12.00', '24.00']);
  });
});
