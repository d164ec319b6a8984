import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { type GatePolicy, gatePolicySchema } from '../model/gate-policy.ts';
import type { LoadedConfig } from './load-config.ts';

export interface LoadedPolicy {
  readonly policy: GatePolicy;
  /** The file that it stands in. */
  readonly file: string;
}

/** The policy of a file (JSON, YAML, or a module), else the configuration's `gate`. Without either nothing is gated. */
export async function loadPolicy(
  named: string | undefined,
  { config, file }: LoadedConfig,
): Promise<LoadedPolicy> {
  if (named === undefined) {
    if (config.gate !== undefined && file !== null) return { policy: config.gate, file };
    throw new GoldsetError('USAGE', {
      problem: `there is no policy: ${file === null ? 'no configuration was found' : `${file} has no "gate"`}`,
      mend: 'Give --policy FILE, or "gate" in goldset.config; docs/gate.md shows both.',
    });
  }
  const policyFile = path.resolve(named);
  if (!existsSync(policyFile))
    throw new GoldsetError('FILE_NOT_FOUND', { file: policyFile, relativeTo: 'the current folder' });
  return { policy: checkPolicy(await readValue(policyFile), policyFile), file: policyFile };
}

/** A policy given as plain data; CONFIG_INVALID names what is wrong with it and where. */
export function checkPolicy(value: unknown, file: string): GatePolicy {
  const parsed = gatePolicySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new GoldsetError('CONFIG_INVALID', {
    file,
    path: issue?.path.join('.') || '(root)',
    found:
      issue?.code === 'unrecognized_keys'
        ? `unknown key ${issue.keys.join(', ')}`
        : shown(valueAt(value, issue?.path ?? [])),
    expected: issue?.message ?? 'another value',
  });
}

async function readValue(file: string): Promise<unknown> {
  try {
    if (/\.(json|ya?ml)$/.test(file)) {
      const text = await readFile(file, 'utf8');
      if (file.endsWith('.json')) return JSON.parse(text);
      const { parse } = await import('yaml');
      return parse(text, { maxAliasCount: 100 });
    }
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown; policy?: unknown };
    return module.default ?? module.policy;
  } catch (cause) {
    throw new GoldsetError('CONFIG_UNREADABLE', { file, reason: messageOf(cause) }, { cause });
  }
}

function valueAt(value: unknown, at: readonly PropertyKey[]): unknown {
  return at.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
