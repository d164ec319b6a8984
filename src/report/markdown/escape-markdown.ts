const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  '#': '&#35;',
};

/**
 * Text from anywhere as one line of Markdown that shows it literally: no markup, no links, no mentions, no issue
 * references, no table cells of its own. Control and direction characters are shown as their code.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\\|`*~[\]$!]/g, (sign) => `\\${sign}`)
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replace(/[&<>@#]/g, (sign) => entities[sign] ?? sign)
      // Within a word an underscore means nothing, and names of fields stay readable in the source.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/:\/\//g, '&#58;//')
      .replace(/\bwww\./gi, (word) => `${word.slice(0, 3)}&#46;`)
      .trim()
      // What starts a list or a heading would do so at the start of a line.
      .replace(/^([-+=]+|\d+[.)])(?=\s|$)/, (start) => `\\${start}`.replace(/^\\(\d+)([.)])$/, '$1\\$2'))
  );
}
