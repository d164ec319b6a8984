import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDifference } from '../../../../src/analysis/summary/word-difference.ts';
import { differenceText } from '../../../../src/model/report/summary.ts';

const marked = (before: string, after: string) => differenceText(wordDifference(before, after));

describe('wordDifference', () => {
  it.each([
    ['The printed date', 'The payment date', 'The [-printed-] {+payment+} date'],
    ['a date', 'the payment target', '[-a date-] {+the payment target+}'],
    ['one two', 'one two three', 'one two {+three+}'],
    ['one two three', 'one three', 'one [-two-] three'],
    ['the old long phrase here', 'the new short phrase here', 'the [-old long-] {+new short+} phrase here'],
    ['Line one.\nLine two.', 'Line one.\nLine 2.', 'Line one.\nLine [-two.-] {+2.+}'],
    ['発行日を読む', '支払日を読む', '[-発行-] {+支払+}日を読む'],
  ])('marks the words of %j that differ from %j', (before, after, text) => {
    expect(marked(before, after)).toBe(text);
  });

  it('has no part for equal texts', () => expect(wordDifference('a b', 'a b')).toEqual([]));

  it('has both texts in its parts', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'ccc', ' ', ', ', '\n', '😀'), { maxLength: 20 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [before, after] = [left.join(''), right.join('')];
        fc.pre(before !== after);
        const parts = wordDifference(before, after);
        const of = (hidden: string) =>
          parts.flatMap(({ change, text }) => (change === hidden ? [] : text)).join('');
        fc.pre(!parts.some(({ text }) => text.includes('…')));
        expect(of('added')).toBe(before);
        expect(of('removed')).toBe(after);
      }),
    );
  });

  it('shortens long equal parts before, between and after changes', () => {
    const long = Array.from({ length: 50 }, (_, i) => `w${i}`).join(' ');
    expect(marked(`${long} old ${long} old ${long}`, `${long} new ${long} new ${long}`)).toBe(
      '… w46 w47 w48 w49 [-old-] {+new+} w0 w1 w2 w3 … w46 w47 w48 w49 [-old-] {+new+} w0 w1 w2 w3 …',
    );
  });

  it('limits a very long change, without breaking a character', () => {
    const parts = wordDifference('short text', `a ${'😀'.repeat(3000)}`);
    const text = parts.map((part) => part.text).join('');
    expect(text.length).toBeLessThanOrEqual(2002);
    expect(text.isWellFormed()).toBe(true);
  });

  it('compares long texts in little memory', () => {
    const words = (from: number) => Array.from({ length: 20_000 }, (_, i) => `w${from + i}`).join(' ');
    expect(wordDifference(words(0), words(50_000)).map(({ change }) => change)).toEqual(['removed']);
  });
});
