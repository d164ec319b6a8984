/** Replaces control characters, so that a text from a document cannot move the cursor or start a command line of a CI. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
