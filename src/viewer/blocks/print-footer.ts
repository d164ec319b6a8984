/**
 * Returns the CSS rule that prints the first 90 characters of a text at the bottom left of each page. Escapes every
 * character that could end the rule.
 */
export function printFooterCss(text: string): string {
  const short = [...text].slice(0, 90).join('') + ([...text].length > 90 ? '…' : '');
  const escaped = short.toWellFormed().replace(/[^a-zA-Z0-9 ]/gu, (character) => {
    return `\\${character.codePointAt(0)?.toString(16)} `;
  });
  return `@page { @bottom-left { content: "${escaped}"; font-size: 8pt; } }`;
}
