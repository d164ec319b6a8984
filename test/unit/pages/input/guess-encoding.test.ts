import { expect, test } from 'vitest';
import { guessEncoding } from '../../../../src/pages/input/guess-encoding.ts';
import { encodedText } from '../../../fixtures/pages/encoded-text.ts';

test.each([
  ['windows-1251', 'Товар;Количество;Цена\nБолт М8;4;12,50\n'],
  ['windows-1251', 'ТОВАР;КОЛИЧЕСТВО\nHotel «Волга», № 7;1\n'],
  ['windows-1251', 'Назва;Кількість\nЇжа «Київ» – свіжа;5\n'],
  ['windows-1251', 'нет данных, иная цена'],
  ['windows-1255', 'מספר חשבונית: 17\nסכום לתשלום\n'],
  ['windows-1255', 'שַׁבָּת שָׁלוֹם, עֶרֶב טוֹב\n'],
  ['windows-1255', 'ירושלים'],
  ['shift_jis', '品名,数量,単価\nボルト M8,4,120\n'],
  ['shift_jis', '請求書番号: 17\nお支払い金額は1,200円です。\n'],
])('recognises %s in %j', (encoding, text) => {
  expect(guessEncoding(encodedText(text, encoding))).toBe(encoding);
});

test.each([
  ['windows-1252', 'Größe;Menge\nMüller & Söhne, Überweisung;2\n'],
  ['windows-1252', 'Société Générale;N° créée\nL’été à l’hôtel, déjà réglé;3\n'],
  ['windows-1252', 'Don’t, can’t, won’t, Alice’s, Bob’s, “Total” … – it’s\n'],
  ['windows-1252', 'Don’t;can’t;won’t;Alice’s;Bob’s\n'],
  ['windows-1252', 'ÄÄNI;ÖÖTÖÖ;ÜÜÜ\njäääär;hääääni;üüüüü\n'],
  ['windows-1252', '€ 12,50;£ 3;±5 %;20 °C;½;©\n'],
  ['windows-1252', 'Total\n'],
  ['macintosh', 'Société;Générale;créée;éàèêë\n'],
  ['koi8-r', 'Товар;Количество;Цена\nБолт М8;4;12,50\n'],
  ['windows-1253', 'Προϊόν;Ποσότητα;Τιμή\nΒίδα;4;12,50\n'],
  ['windows-874', 'ดอบราเซาตูเมและปรินซิปี;จิบูตี\nมาลายาลัม;พัชโต\nไนเจอร์;เฮาซา\n'],
  ['gbk', '品名,数量,单价\n螺栓,4,一百二十\n'],
  ['euc-jp', '品名,数量,単価\nボルト,4,120\n'],
])('does not take %s for Cyrillic or Japanese in %j', (encoding, text) => {
  expect(guessEncoding(encodedText(text, encoding))).toBe('windows-1252');
});

/** Returns the names of regions and currencies in a language, one to four of them in each text. */
function shortTexts(language: string): string[] {
  const names: string[] = [];
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (const first of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    for (const second of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') names.push(regions.of(first + second) ?? '');
  const currencies = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
  for (const code of Intl.supportedValuesOf('currency')) names.push(currencies.of(code) ?? '');
  const known = names.filter((name) => name !== '');
  return known.map((_, index) => known.slice(index, index + 1 + (index % 4)).join(';'));
}

test.each([
  ['he', 'windows-1255', 'windows-1251', 0.03],
  ['ru', 'windows-1251', 'windows-1255', 0.003],
  ['bg', 'windows-1251', 'windows-1255', 0.003],
  ['uk', 'windows-1251', 'windows-1255', 0.003],
])('of short texts in %s in %s, takes at most a share for %s: %d', (language, encoding, other, share) => {
  const guesses = shortTexts(language).flatMap((text) => {
    try {
      return guessEncoding(encodedText(text, encoding));
    } catch {
      return [];
    }
  });
  expect(guesses.length).toBeGreaterThan(300);
  expect(guesses.filter((guess) => guess === other).length / guesses.length).toBeLessThanOrEqual(share);
  const isRight = (guess: string): boolean => guess === encoding;
  expect(guesses.filter(isRight).length / guesses.length).toBeGreaterThan(0.75);
});

test('recognises a text whose sample ends inside a character', () => {
  const bytes = encodedText(`a${'品名'.repeat(20_000)}`, 'shift_jis');
  expect(guessEncoding(bytes)).toBe('shift_jis');
});
