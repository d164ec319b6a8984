/**
 * Text from anywhere as one line of Markdown that shows it literally: no markup, no links, no mentions, no issue
 * references, no table cells of its own. Control and direction characters are shown as their code.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>@#|`*_~[\]\\$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/:\/\//g, '&#58;//')
    .replace(/\bwww\./gi, (word) => `${word.slice(0, 3)}&#46;`)
    .trim();
}
