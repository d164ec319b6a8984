import { expect, test } from 'vitest';
import { guessEncoding } from '../../../../src/pages/input/guess-encoding.ts';
import { encodedText } from '../../../fixtures/pages/encoded-text.ts';

test.each([
  ['windows-1251', 'Товар;Количество;Цена\nБолт М8;4;12,50\n'],
  ['windows-1251', 'ТОВАР;КОЛИЧЕСТВО\nHotel «Волга», № 7;1\n'],
  ['windows-1251', 'Назва;Кількість\nЇжа «Київ» – свіжа;5\n'],
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

test('recognises a text whose sample ends inside a character', () => {
  const bytes = encodedText(`a${'品名'.repeat(20_000)}`, 'shift_jis');
  expect(guessEncoding(bytes)).toBe('shift_jis');
});
