/** Replaces digits of every script by 0 to 9, and Arabic marks by point and comma: "١٢٫٥" by "12.5". */
export function withWesternDigits(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text;
  return text
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/[^\P{Nd}0-9]/gu, (digit) => String(valueOfDigit(digit.codePointAt(0) as number)));
}

/** The ten digits of a script are consecutive, with zero first. */
function valueOfDigit(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
