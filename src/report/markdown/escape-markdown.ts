const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // GitHub links mentions and issue numbers even if `@` and `#` are written as `&#64;` and `&#35;`. An HTML comment,
  // which is not shown, separates the character from the name.
  '@': '@<!-- -->',
  '#': '#<!-- -->',
};

/**
 * Escapes text so that Markdown shows it literally on one line: it cannot become markup, a link, a mention or a table
 * cell. Replaces control characters and direction marks by their codes.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\\|`*~[\]$!]/g, (character) => `\\${character}`)
      .replace(
        /[\p{Cc}\p{Cf}\p{Cs}]/gu,
        (character) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      .replace(/[&<>@#]/g, (character) => entities[character] ?? character)
      // An underscore inside a word needs no escape. Names of fields thus stay readable in the source.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/\bGH-(?=\d)/gi, (prefix) => `${prefix}<!-- -->`)
      .replace(/:\/\//g, '&#58;//')
      .replace(/\bwww\./gi, (word) => `${word.slice(0, 3)}&#46;`)
      .trim()
      // These characters would start a list or a heading at the beginning of a line.
      .replace(/^([-+=]+|\d+[.)])(?=\s|$)/, (start) => `\\${start}`.replace(/^\\(\d+)([.)])$/, '$1\\$2'))
  );
}
