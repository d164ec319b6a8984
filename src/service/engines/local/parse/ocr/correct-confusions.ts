/**
 * Corrects letters and digits that OCR often confuses. 0 among letters becomes O, O among digits becomes 0,
 * and 1 between lower-case letters becomes l. Codes that mix letters and digits stay unchanged.
 */
export function correctConfusions(read: string): string {
  const word = /^[^\d]*\p{Ll}1+\p{Ll}[^\d]*$/u.test(read) ? read.replaceAll('1', 'l') : read;
  const letters = word.replace(/[^A-Za-z]/g, '').replace(/[Oo]/g, '').length;
  const zeros = word.replace(/[^0]/g, '').length;
  const figures = word.replace(/[^1-9]/g, '').length;
  if (figures === 0 && letters >= 2 && zeros > 0 && zeros < letters) {
    return word.replaceAll('0', /[a-z]/.test(word) ? 'o' : 'O');
  }
  if (letters === 0 && figures + zeros >= 2) return word.replace(/[Oo]/g, '0');
  return word;
}
