/**
 * Replaces the digits of every script by 0 to 9, and the Arabic separators by point and comma: "١٢٫٥" becomes "12.5".
 */
export function withWesternDigits(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text;
  return text
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[^\P{Nd}0-9]/gu, (digit) => String(valueOfDigit(digit.codePointAt(0) as number)));
}

/** Unicode lists the ten digits of a script in order, starting with zero. */
function valueOfDigit(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
