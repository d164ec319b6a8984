/** Matches the next token of a JSON text, with the white space before it. */
const tokens =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/uy;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * Returns the line of the first token that makes a JSON text invalid, from 1. If the text ends too early, returns its last
 * line. Not every message of `JSON.parse` states this line. The text must be invalid.
 */
export function invalidJsonLine(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  for (;;) {
    tokens.lastIndex = at;
    const found = tokens.exec(text);
    if (found === null) break;
    const [whole, string, scalar, sign] = found;
    const takesValue: boolean = expected === 'value' || expected === 'value or end';
    const takesKey: boolean = expected === 'key' || expected === 'key or end';
    if (string !== undefined && (takesValue || takesKey)) expected = takesKey ? 'colon' : afterValue();
    else if (scalar !== undefined && takesValue) expected = afterValue();
    else if (sign === ':' && expected === 'colon') expected = 'value';
    else if (sign === ',' && expected === 'comma or end') expected = open.at(-1) === '{' ? 'key' : 'value';
    else if ((sign === '{' || sign === '[') && takesValue) {
      open.push(sign);
      expected = sign === '{' ? 'key or end' : 'value or end';
    } else if (
      (sign === '}' && open.at(-1) === '{' && (expected === 'key or end' || expected === 'comma or end')) ||
      (sign === ']' && open.at(-1) === '[' && (expected === 'value or end' || expected === 'comma or end'))
    ) {
      open.pop();
      expected = afterValue();
    } else break;
    at += whole.length;
  }
  const rest = text.slice(at);
  const start = rest.trim() === '' ? text.trimEnd().length : at + rest.search(/[^ \t\r\n]/);
  return text.slice(0, start).split('\n').length;
}
