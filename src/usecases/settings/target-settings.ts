import { type Environment, variable } from '../ports.ts';
import type { GoldsetConfig } from './config.ts';

export interface TargetFlags {
  readonly target?: string;
  readonly token?: string;
  readonly apiVersion?: string;
}

export interface TargetSettings {
  /** Address of the service; `undefined` if none was named. */
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly apiVersion: string | undefined;
  readonly header: string | undefined;
}

/** Returns the service of a use case. Precedence: flag > environment > file. Does not read tokens from a file. */
export function targetSettings(flags: TargetFlags, env: Environment, config: GoldsetConfig): TargetSettings {
  return {
    url: flags.target ?? variable(env, 'GOLDSET_BASE_URL') ?? config.target?.baseUrl,
    token: flags.token ?? variable(env, 'GOLDSET_API_TOKEN'),
    apiVersion: flags.apiVersion ?? variable(env, 'GOLDSET_API_VERSION') ?? config.target?.apiVersion,
    header: config.dialect?.header,
  };
}
