/** Replaces control characters, so that text from a document cannot control a terminal or a CI log. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
