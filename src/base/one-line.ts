/**
 * Replaces control characters, so that text from a document cannot move the cursor of a terminal or start a command in a CI
 * log.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
