/** Text of documents must not move a terminal's cursor, nor begin a line that a CI takes for a command of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
