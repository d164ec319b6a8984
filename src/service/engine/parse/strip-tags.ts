const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * The text of marked-up text. Tags that end a block end a line; cells of a table row stay on their row, apart. XML
 * elements become a line each, "name: value", because there the name is the label.
 */
export function stripTags(source: string, html: boolean): string {
  const bare = source
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) => inner.replace(/[<>&]/g, ' '))
    .replace(/<\?[\s\S]*?\?>/g, '');
  const text = html ? htmlText(bare) : xmlText(bare);
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function htmlText(source: string): string {
  return source
    .replace(/<(script|style|head|noscript)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(td|th)\b[^>]*>/gi, '   ')
    .replace(/<br\b[^>]*>|<\/(p|div|tr|li|h[1-6]|table|section|article|ul|ol|title)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '');
}

function xmlText(source: string): string {
  return source
    .replace(
      /<([\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>\s*([^<>]*\S)\s*<\/\1?\2\s*>/g,
      (_, _prefix, name: string, value: string) => {
        return `\n${name}: ${value.replace(/\s+/g, ' ')}\n`;
      },
    )
    .replace(/<[^>]*>/g, '\n')
    .replace(/^[ \t]+/gm, '')
    .replace(/\n{2,}/g, '\n');
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
