/** Escapes a text for use between HTML tags. It does not escape quotes, so do not use it in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
