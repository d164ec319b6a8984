/** The next token of a PDF object: a bracket, a name, or another value without brackets. */
const nextToken =
  /\s*(?:(<<|>>|\[|\])|(\/[\w.+:,*#-]+)|\d{1,9} \d{1,5} R\b|[-+]?(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?![\w.])|(?:true|false|null)\b|\((?:[^()\\]|\\.)*\)|<[\da-f\s]*>)/isy;

/**
 * Returns whether a text is exactly one complete dictionary of a PDF. Returns `false` for rare notations, such as nested
 * parentheses and comments.
 */
export function isDictionary(text: string): boolean {
  const open: { readonly bracket: string; items: number }[] = [];
  nextToken.lastIndex = 0;
  for (let match = nextToken.exec(text); match !== null; match = nextToken.exec(text)) {
    const [, bracket, name] = match;
    const inner = open.at(-1);
    if (bracket === '>>' || bracket === ']') {
      if (bracket === '>>' ? inner?.bracket !== '<<' || inner.items % 2 > 0 : inner?.bracket !== '[')
        return false;
      open.pop();
      if (open.length === 0) return text.slice(nextToken.lastIndex).trim() === '';
      continue;
    }
    // The items of a dictionary are names and values in turn.
    if (
      inner === undefined
        ? bracket !== '<<'
        : inner.bracket === '<<' && inner.items % 2 === 0 && name === undefined
    )
      return false;
    if (inner !== undefined) inner.items++;
    if (bracket !== undefined) open.push({ bracket, items: 0 });
  }
  return false;
}
