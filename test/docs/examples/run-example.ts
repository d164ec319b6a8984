import path from 'node:path';
import type { ExportedName } from '../generators/public-exports.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** A line of an example that ends in `// => value`, with the expected value and the found value. */
export interface ExampleLine {
  readonly line: string;
  readonly expected: unknown;
  readonly found: unknown;
}

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/** Values that an example can use, by name. */
export type Scope = Readonly<Record<string, unknown>>;

/** Returns the exports that an example uses, by name. If several exports have the same name, returns the first one. */
export async function scopeOf(lines: readonly string[], exported: readonly ExportedName[]): Promise<Scope> {
  const words = new Set(lines.join('\n').match(/\w+/g));
  const scope: Record<string, unknown> = {};
  for (const { name, file, kind } of exported) {
    if (!words.has(name) || name in scope || kind === 'interface' || kind === 'type') continue;
    scope[name] = ((await import(path.join(root, file))) as Scope)[name];
  }
  return scope;
}

/**
 * Runs an example. For each line that ends in `// => value`, returns the expected value and the found value, both
 * rounded to four decimals. An import of the package or of a Node module must be on a separate line.
 */
export async function runExample(lines: readonly string[], scope: Scope): Promise<ExampleLine[]> {
  const given: Record<string, unknown> = { ...scope };
  const program: string[] = [];
  for (const line of lines) {
    const [, words = '', from = ''] = /^import \{(.*)\} from '(.*)';$/.exec(line) ?? [];
    if (from === '') program.push(withNote(line));
    else if (from.startsWith('node:')) {
      const loaded = (await import(from)) as Scope;
      for (const name of words.split(',').map((word) => word.trim())) given[name] = loaded[name];
    }
  }
  const seen: ExampleLine[] = [];
  const note = (line: string, found: unknown, expected: unknown) =>
    seen.push({ line, expected: rounded(expected), found: rounded(found) });
  const body = `'use strict';\n{\n${program.join('\n')}\n}`;
  await AsyncFunction('$seen', ...Object.keys(given), body)(note, ...Object.values(given));
  return seen;
}

/**
 * Converts a line that ends in `// => value` to a call that stores the found and the expected value. Returns other
 * lines unchanged.
 */
function withNote(line: string): string {
  const parts = /^(.*\S);?\s*\/\/ => (.*)$/.exec(line);
  if (parts === null) return line;
  const [, expression = '', value = ''] = parts;
  return `$seen(${JSON.stringify(line)}, (${expression.replace(/;$/, '')}), (${value}));`;
}

/** Returns a value with all numbers rounded to four decimals. Converts maps to objects, and typed arrays to lists. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 + 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return rounded(Object.fromEntries(value));
  if (ArrayBuffer.isView(value)) return rounded([...(value as Float64Array)]);
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
