/** Text encodings, by the character set number of an RTF font. */
export const rtfCodePages: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const byNumber: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Returns the encoding of a code page number, or windows-1252 if the number is unknown. */
export function rtfCodePage(number: number): string {
  if (number >= 1250 && number <= 1258) return `windows-${number}`;
  return byNumber[number] ?? 'windows-1252';
}
