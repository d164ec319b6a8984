import { jsonTokens } from './json-tokens.ts';

const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

/**
 * Returns the number of the line (from 1) with the first token that makes a JSON text invalid. Returns the last line if
 * the text ends too early. The text must be invalid. This function is needed because some messages of `JSON.parse` do
 * not state the line.
 */
export function invalidJsonLine(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  for (const { token, index } of jsonTokens(text)) {
    const takesValue: boolean = expected === 'value' || expected === 'value or end';
    const takesKey: boolean = expected === 'key' || expected === 'key or end';
    if (token.startsWith('"') && (takesValue || takesKey) && isString(token))
      expected = takesKey ? 'colon' : afterValue();
    else if (takesValue && scalar.test(token)) expected = afterValue();
    else if (token === ':' && expected === 'colon') expected = 'value';
    else if (token === ',' && expected === 'comma or end') expected = open.at(-1) === '{' ? 'key' : 'value';
    else if ((token === '{' || token === '[') && takesValue) {
      open.push(token);
      expected = token === '{' ? 'key or end' : 'value or end';
    } else if (
      (token === '}' && open.at(-1) === '{' && (expected === 'key or end' || expected === 'comma or end')) ||
      (token === ']' && open.at(-1) === '[' && (expected === 'value or end' || expected === 'comma or end'))
    ) {
      open.pop();
      expected = afterValue();
    } else return lineAt(text, index);
  }
  return lineAt(text, text.trimEnd().length);
}

function isString(token: string): boolean {
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
