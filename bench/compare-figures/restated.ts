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

/** Removes each of the words from a text, in the given order. */
export function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, ' ')), text);
}
