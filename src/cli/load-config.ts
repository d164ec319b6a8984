import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { configSchema, type GoldsetConfig } from '../model/config.ts';

const names = ['goldset.config.ts', 'goldset.config.js', 'goldset.config.mjs', 'goldset.config.json'];

export interface LoadedConfig {
  readonly config: GoldsetConfig;
  /** The file it came from; null when there is none. */
  readonly file: string | null;
}

/** Reads the named configuration, or the one in the current folder; one that does not load stops the command. */
export async function loadConfig(named?: string): Promise<LoadedConfig> {
  const file =
    named === undefined
      ? names.map((name) => path.resolve(name)).find((name) => existsSync(name))
      : path.resolve(named);
  if (file === undefined) return { config: {}, file: null };
  if (!existsSync(file)) throw new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: 'the current folder' });
  const parsed = configSchema.safeParse(await readConfig(file));
  if (parsed.success) return { config: parsed.data, file };
  const issue = parsed.error.issues[0];
  throw new GoldsetError('CONFIG_INVALID', {
    file,
    path: issue?.path.join('.') || '(root)',
    found:
      issue?.code === 'unrecognized_keys'
        ? `unknown key ${issue.keys.join(', ')}`
        : (issue?.code ?? 'something else'),
    expected: issue?.message ?? 'another value',
  });
}

async function readConfig(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'));
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown; config?: unknown };
    return module.default ?? module.config ?? {};
  } catch (cause) {
    throw new GoldsetError('CONFIG_UNREADABLE', { file, reason: messageOf(cause) }, { cause });
  }
}
