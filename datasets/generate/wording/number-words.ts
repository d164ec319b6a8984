const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Returns a whole number below one million in English words, as in letters and cheques. */
export function numberWords(value: number): string {
  if (value < 20) return small[value] as string;
  if (value < 100) {
    const rest = value % 10;
    return `${tens[Math.floor(value / 10)]}${rest === 0 ? '' : `-${small[rest]}`}`;
  }
  if (value < 1000) {
    const rest = value % 100;
    return `${small[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` and ${numberWords(rest)}`}`;
  }
  const rest = value % 1000;
  const head = `${numberWords(Math.floor(value / 1000))} thousand`;
  return rest === 0 ? head : `${head}${rest < 100 ? ' and' : ''} ${numberWords(rest)}`;
}
