/** A word of a text run (a text that a PDF draws at once), with its offsets along the run. */
export interface RunPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Divides a text run at its spaces. A PDF has only the width of the whole run, so the widths of the words are
 * estimated from a typical font. The error is about one point.
 */
export function splitRun(text: string, width: number): RunPart[] {
  const clean = text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
  const characters = [...clean];
  const total = characters.reduce((sum, character) => sum + advanceWidth(character), 0) || 1;
  const unit = width / total;
  const parts: RunPart[] = [];
  let word = '';
  let start = 0;
  let at = 0;
  for (const character of characters) {
    const space = /\s/.test(character);
    if (space && word) {
      parts.push({ text: word, start, end: at });
      word = '';
    } else if (!space) {
      if (!word) start = at;
      word += character;
    }
    at += advanceWidth(character) * unit;
  }
  if (word) parts.push({ text: word, start, end: at });
  return parts;
}

/** Returns the width of a text in a typical sans serif font, as a multiple of the font size. */
export function estimatedWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + advanceWidth(character), 0) / 1000;
}

/** Returns the width of a character in a typical sans serif font, in thousandths of the font size. */
function advanceWidth(character: string): number {
  if (/[ijl.,:;|!'`]/.test(character)) return 250;
  if (/[\s\u00a0ftrI()[\]/\\"-]/.test(character)) return 300;
  if (/[mM%@W]/.test(character)) return 860;
  if (/[A-Z&wOQ]/.test(character)) return 690;
  if (/[csxyzvkJ]/.test(character)) return 500;
  return character.charCodeAt(0) > 0x2e80 ? 1000 : 556;
}
