/**
 * Accents of Latin and Greek letters. In other scripts, a mark can make another letter: Cyrillic й is not и, and
 * Japanese が is not か.
 */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;

/** Converts a text to lower case with underscores and without accents, which is the recommended form of class ids. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').toLowerCase();
  return trimmed(plain.replace(/[^a-z0-9]+/g, '_')) || 'class';
}

/**
 * Converts the name of a label to the key of a field: `totalAmount` becomes `total_amount`, and `Beträge` becomes
 * `betrage`. Keeps letters of other scripts with their marks.
 */
export function fieldKey(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const plain = words.normalize('NFKD').replace(accents, '').normalize('NFC').toLowerCase();
  return trimmed(plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')) || 'field';
}

function trimmed(name: string): string {
  return name.replace(/^_+|_+$/g, '');
}

/** Returns `start`, or `start_2`, `start_3` and so on if that name is already used. */
export function unusedName(start: string, isUsed: (name: string) => boolean): string {
  let name = start;
  for (let number = 2; isUsed(name); number++) name = `${start}_${number}`;
  return name;
}

/** Replaces underscores and dashes by spaces. */
export function inWords(text: string): string {
  return text.replace(/[_-]+/g, ' ').trim();
}
