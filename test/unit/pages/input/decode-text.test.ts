import { expect, test } from 'vitest';
import { decodeText, unmarkedUtf16 } from '../../../../src/pages/input/decode-text.ts';
import { encodedText } from '../../../fixtures/pages/encoded-text.ts';

const text = 'Größe;Menge\nKlein;2\nЧай;3\n';
const little = Buffer.from(text, 'utf16le');
const big = Buffer.from(little).swap16();

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['little-endian UTF-16 without a byte order mark', little],
  ['big-endian UTF-16 without a byte order mark', big],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

test('decodes Windows-1251 and Shift JIS, unless the text declares another encoding', () => {
  const russian = 'Товар;Количество\nБолт;4\n';
  expect(decodeText(encodedText(russian, 'windows-1251'))).toBe(russian);
  expect(decodeText(encodedText(russian, 'koi8-r'), 'koi8-r')).toBe(russian);
  expect(decodeText(encodedText(russian, 'windows-1251'), 'no encoding')).toBe(russian);
  const japanese = '品名,数量\nボルト,4\n';
  expect(decodeText(encodedText(japanese, 'shift_jis'))).toBe(japanese);
});

test('decodes long UTF-16 whose 2048th character is half of a pair', () => {
  const long = `${'a'.repeat(2047)}😀 end`;
  expect(decodeText(Buffer.from(long, 'utf16le'))).toBe(long);
});

test.each([
  ['a text of 8-bit characters', Buffer.from('abc')],
  ['an empty file', Buffer.alloc(0)],
  ['binary data with zero bytes at both sides', Buffer.from([65, 0, 0, 66, 67, 0, 0, 68])],
  ['binary data with control characters', Buffer.from([65, 0, 1, 0, 2, 0, 3, 0])],
])('does not take %s for UTF-16', (_, bytes) => {
  expect(unmarkedUtf16(bytes)).toBeUndefined();
});
