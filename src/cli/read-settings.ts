import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';

/** The value of a settings file: JSON, YAML, or what a module exports by default or under `name`. */
export async function readSettings(file: string, name: 'config' | 'policy'): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'));
    if (/\.ya?ml$/.test(file)) {
      const { parse } = await import('yaml');
      return parse(await readFile(file, 'utf8'), { maxAliasCount: 100 });
    }
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    return module.default ?? module[name];
  } catch (cause) {
    throw new GoldsetError('CONFIG_UNREADABLE', { file, reason: messageOf(cause) }, { cause });
  }
}

/** The first fault of a settings file: where it stands, what was found and what belongs there. */
export function settingsInvalid(file: string, value: unknown, error: z.ZodError): GoldsetError {
  const issue = error.issues[0];
  const at = issue?.path ?? [];
  return new GoldsetError('CONFIG_INVALID', {
    file,
    path: at.join('.') || '(root)',
    found:
      issue?.code === 'unrecognized_keys'
        ? `unknown key ${issue.keys.join(', ')}`
        : shown(valueAt(value, at)),
    expected: issue?.message ?? 'another value',
  });
}

function valueAt(value: unknown, at: readonly PropertyKey[]): unknown {
  return at.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? typeof value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
