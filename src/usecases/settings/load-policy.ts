import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type GatePolicy, gatePolicySchema } from '../../model/gate/gate-policy.ts';
import type { LoadedConfig } from './load-config.ts';
import { readSettings, settingsInvalid } from './read-settings.ts';

export interface LoadedPolicy {
  readonly policy: GatePolicy;
  /** File of the policy. */
  readonly file: string;
}

/**
 * Reads the policy of a file (JSON, YAML or a module), or the `gate` of the configuration. Throws USAGE if there is
 * neither.
 */
export async function loadPolicy(
  named: string | undefined,
  { config, file }: LoadedConfig,
): Promise<LoadedPolicy> {
  if (named === undefined) {
    if (config.gate !== undefined && file !== null) return { policy: config.gate, file };
    throw missingPolicy({ config, file });
  }
  const policyFile = path.resolve(named);
  if (!existsSync(policyFile))
    throw new GoldsetError('FILE_NOT_FOUND', { file: policyFile, relativeTo: 'the current folder' });
  return { policy: checkPolicy(await readSettings(policyFile, 'policy'), policyFile), file: policyFile };
}

/** Returns the error of a gate without a policy. */
export function missingPolicy({ file }: LoadedConfig): GoldsetError {
  return new GoldsetError('USAGE', {
    problem: `found no policy: ${file === null ? 'no configuration was found' : `${file} has no "gate"`}`,
    fix: 'Give --policy FILE, or add "gate" to the configuration (docs/gate.md).',
  });
}

/** Returns plain data as a policy. Throws CONFIG_INVALID at the first mismatch. */
export function checkPolicy(value: unknown, file: string): GatePolicy {
  const parsed = gatePolicySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw settingsInvalid(file, value, parsed.error);
}
