const leading = /^[\s\p{Cc}\p{Cf}]*/u;

/**
 * Returns whether a spreadsheet can run a text as a formula: it starts with `=`, `+`, `-` or `@`, in normal or full width,
 * also after blanks and invisible marks, or with a tab or a line end.
 */
export function startsFormula(text: string): boolean {
  const code = text.charCodeAt(0);
  // No formula starts with a letter or a digit.
  if (code > 64 && code < 127) return false;
  if (code > 47 && code < 58) return false;
  if (code === 9 || code === 10 || code === 13) return true;
  const sign = text[leading.exec(text)?.[0].length ?? 0] ?? '';
  return '=+-@＝＋－＠'.includes(sign) && sign !== '';
}

/** Removes the apostrophe that spreadsheets and goldset add before a text that looks like a formula. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
}
