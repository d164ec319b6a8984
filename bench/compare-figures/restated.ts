const escaped: readonly (readonly [RegExp, string])[] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&apos;|&#39;/g, "'"],
  [/&amp;/g, '&'],
  [/\\([\\`*_{}[\]()#+\-.!|~<>])/g, '$1'],
];

/** Removes the escapes of XML and Markdown. */
export function unescaped(line: string): string {
  return escaped.reduce((text, [pattern, character]) => text.replace(pattern, character), line);
}

/** Removes each word from a text, the given order first. */
export function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, ' ')), text);
}
