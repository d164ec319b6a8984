const apostrophe = 39;
const leading = /^[\s\p{Cc}\p{Cf}]*/u;

/**
 * Returns whether a spreadsheet can run a text as a formula: it starts with `=`, `+`, `-` or `@`, in any width,
 * also after blanks and invisible marks, or with a tab or a line end. Ignores apostrophes before it, so that the mark of
 * `csvCell` can be removed again from every text.
 */
export function startsFormula(text: string): boolean {
  let start = 0;
  while (text.charCodeAt(start) === apostrophe) start++;
  const code = text.charCodeAt(start);
  // No formula starts with a letter or a digit.
  if (code > 64 && code < 127) return false;
  if (code > 47 && code < 58) return false;
  if (code === 9 || code === 10 || code === 13) return true;
  const rest = start === 0 ? text : text.slice(start);
  const sign = rest[leading.exec(rest)?.[0].length ?? 0] ?? '';
  return sign !== '' && '=+-@'.includes(sign.normalize('NFKC'));
}

/** Removes the apostrophe that spreadsheets and goldset add before a text that looks like a formula. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
}
