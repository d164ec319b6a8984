import * as library from '../../src/index.ts';

/** One line of an example that says what it gives. */
export interface ExampleLine {
  readonly line: string;
  readonly expected: unknown;
  readonly found: unknown;
}

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/**
 * Runs an example with everything that the package exports in scope, and gives for each line that ends in `// => value`
 * what it says and what it gives, both rounded to four decimals. Imports of the package are left out.
 */
export async function runExample(lines: readonly string[]): Promise<ExampleLine[]> {
  const program = lines
    .filter((line) => !/^import .* from 'goldset';$/.test(line))
    .map((line) => {
      const parts = /^(.*\S);?\s*\/\/ => (.*)$/.exec(line);
      if (parts === null) return line;
      const [, expression = '', value = ''] = parts;
      return `$seen(${JSON.stringify(line)}, (${expression.replace(/;$/, '')}), (${value}));`;
    });
  const seen: ExampleLine[] = [];
  const note = (line: string, found: unknown, expected: unknown) =>
    seen.push({ line, expected: rounded(expected), found: rounded(found) });
  const exported = Object.entries(library);
  const names = exported.map(([name]) => name);
  const values = exported.map(([, value]) => value);
  await AsyncFunction('$seen', ...names, `'use strict';\n{\n${program.join('\n')}\n}`)(note, ...values);
  return seen;
}

/** Plain JSON-like values with numbers to four decimals; maps as objects, typed arrays as lists. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 + 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return rounded(Object.fromEntries(value));
  if (ArrayBuffer.isView(value)) return rounded([...(value as Float64Array)]);
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
