import type { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import { importSettings } from './import-settings.ts';

/** Reads a settings file: JSON, YAML, or a module with a default export or an export `name`. */
export async function readSettings(file: string, name: 'config' | 'policy'): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readTextFile(file));
    if (/\.ya?ml$/.test(file)) {
      const { parse } = await import('yaml');
      return parse(await readTextFile(file), { maxAliasCount: 100 });
    }
    if (!/\.[mc]?[jt]s$/.test(file)) throw new Error('its name ends in none of .json, .yaml, .yml, .ts, .js');
    const module = await importSettings(file);
    return module.default ?? module[name];
  } catch (cause) {
    if (cause instanceof GoldsetError) throw cause;
    throw new GoldsetError('CONFIG_UNREADABLE', { file, reason: messageOf(cause) }, { cause });
  }
}

/** Returns the error for the first mismatch in a settings file. */
export function settingsInvalid(file: string, value: unknown, error: z.ZodError): GoldsetError {
  return new GoldsetError('CONFIG_INVALID', { file, ...mismatchOf(error, value) });
}
