import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { findDuplicateKey } from '../../base/lines/duplicate-key.ts';
import { invalidJsonLine } from '../../base/lines/invalid-json-line.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { listMismatches, mismatchesOf } from '../../model/processor/mismatch.ts';

/**
 * Reads and checks a settings file in JSON or YAML, or a module. A module exports the settings under one of the names
 * `default`, `config` and `policy`.
 */
export async function readSettings<T>(
  file: string,
  name: 'config' | 'policy',
  schema: z.ZodType<T>,
): Promise<T> {
  if (!existsSync(file)) throw new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: 'the current folder' });
  const value = await readValue(file, name);
  // A YAML file that contains only comments is an empty configuration.
  const isEmptyYaml = name === 'config' && value === null && /\.ya?ml$/.test(file);
  return checkSettings(isEmptyYaml ? {} : withoutSchemaAddress(value), file, schema);
}

/**
 * Checks a value with the schema and returns it with the type of the schema. Throws CONFIG_INVALID with the mismatches.
 */
export function checkSettings<T>(value: unknown, file: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GoldsetError('CONFIG_INVALID', { file, ...listMismatches(mismatchesOf(parsed.error, value)) });
}

/** Removes `$schema`, which names the JSON Schema of the file for editors. */
function withoutSchemaAddress(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema, ...settings } = value as Record<string, unknown>;
  return typeof $schema === 'string' ? settings : value;
}

async function readValue(file: string, name: 'config' | 'policy'): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return parseJson(await readTextFile(file), file);
    if (/\.ya?ml$/.test(file)) {
      const { parse } = await import('yaml');
      return parse(await readTextFile(file), { maxAliasCount: 100 });
    }
    if (!/\.[mc]?[jt]s$/.test(file)) throw new Error('its name ends in none of .json, .yaml, .yml, .ts, .js');
    const module = await importSettings(file);
    return module.default ?? module[name];
  } catch (cause) {
    if (cause instanceof GoldsetError) throw cause;
    throw new GoldsetError(
      'CONFIG_UNREADABLE',
      { file, reason: `${lineOf(cause)}${messageOf(cause)}` },
      { cause },
    );
  }
}

/**
 * Returns the line of a syntax error in a TypeScript module, as `line 3: `. Returns an empty text for other errors.
 * Node states the line only in the stack of the error.
 */
function lineOf(cause: unknown): string {
  const [, line] = /^\S[^\n]*\.[mc]?ts:(\d+)\n/.exec(cause instanceof Error ? (cause.stack ?? '') : '') ?? [];
  return line === undefined ? '' : `line ${line}: `;
}

/** Parses JSON. Throws CONFIG_INVALID if a key is repeated, because `JSON.parse` would silently use its last value. */
function parseJson(text: string, file: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = `line ${invalidJsonLine(text)}: ${messageOf(cause)}`;
    throw new GoldsetError('CONFIG_UNREADABLE', { file, reason }, { cause });
  }
  const repeated = findDuplicateKey(text);
  if (repeated === null) return value;
  const { path, line } = repeated;
  throw new GoldsetError('CONFIG_INVALID', {
    file,
    path,
    found: `the key a second time on line ${line}`,
    expected: 'each key once',
  });
}

/** Maps the path of each imported module to the time of its last change, as it was at the first import. */
const importedAt = new Map<string, number>();

/**
 * Returns the address from which to import a module. Node never loads an address twice. If the module has changed since
 * its first import, the address is therefore a new one.
 */
function moduleAddress(file: string): string {
  const { mtimeMs } = statSync(file);
  const first = importedAt.get(file) ?? mtimeMs;
  importedAt.set(file, first);
  return `${pathToFileURL(file).href}${mtimeMs === first ? '' : `?changed=${mtimeMs}`}`;
}

/** Imports a settings module. Accepts `export` also in CommonJS packages, which `npm init` creates by default. */
async function importSettings(file: string): Promise<Record<string, unknown>> {
  const hooks = module.registerHooks({
    load: (url, context, next) => {
      const format = context.format ?? '';
      const isOwn =
        url.startsWith('file:') && !url.includes('/node_modules/') && format.startsWith('commonjs');
      if (!isOwn || !hasModuleSyntax(url)) return next(url, context);
      return next(url, { ...context, format: format.replace('commonjs', 'module') });
    },
  });
  try {
    return (await import(moduleAddress(file))) as Record<string, unknown>;
  } finally {
    hooks.deregister();
  }
}

function hasModuleSyntax(url: string): boolean {
  return /^\s*(?:export|import)\b(?!\s*\()/m.test(readFileSync(fileURLToPath(url), 'utf8'));
}
