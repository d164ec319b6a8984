/** Returns the CSS rule that writes a text at the bottom left of each printed page. Every character that could end the text of the rule is escaped. */
export function printFooterCss(text: string): string {
  const short = [...text].slice(0, 90).join('') + ([...text].length > 90 ? '…' : '');
  const escaped = short.toWellFormed().replace(/[^a-zA-Z0-9 ]/gu, (character) => {
    return `\\${character.codePointAt(0)?.toString(16)} `;
  });
  return `@page { @bottom-left { content: "${escaped}"; font-size: 8pt; } }`;
}
