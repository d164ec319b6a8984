const apostrophe = 39;
const leading = /^[\s\p{Cc}\p{Cf}]*/u;

/**
 * Returns whether a spreadsheet can run a text as a formula. Such a text starts with a tab, a line end, or one of `=`,
 * `+`, `-` and `@`. The signs may be full-width characters, and may follow blanks or invisible characters. Ignores
 * apostrophes at the start, because goldset adds an apostrophe to such a text.
 */
export function startsFormula(text: string): boolean {
  let start = 0;
  while (text.charCodeAt(start) === apostrophe) start++;
  const code = text.charCodeAt(start);
  // No formula starts with a digit or a character from `A` to `~`.
  if (code > 64 && code < 127) return false;
  if (code > 47 && code < 58) return false;
  if (code === 9 || code === 10 || code === 13) return true;
  const rest = start === 0 ? text : text.slice(start);
  const sign = rest[leading.exec(rest)?.[0].length ?? 0] ?? '';
  return sign !== '' && '=+-@'.includes(sign.normalize('NFKC'));
}

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Returns a text for a cell of a CSV file, with an apostrophe if a spreadsheet would run the text as a formula. */
export function withFormulaMark(text: string): string {
  return startsFormula(text) && !plainNumber.test(text.replace(/^ +/, '')) ? `'${text}` : text;
}

/** Removes the apostrophe that spreadsheets and goldset add before a text that looks like a formula. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
}
