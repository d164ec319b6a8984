import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GoldsetError } from '../../base/goldset-error.ts';
import {
  addBaseline,
  type BaselineEntry,
  listBaselines,
  readBaselineHistory,
} from '../../record/baselines/baseline-history.ts';
import { type Environment, type Ports, silentPorts, variable } from '../ports.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface BaselineRequest extends Pick<SettingsRequest, 'config' | 'baselines'> {
  /** Name of the baseline. */
  readonly name?: string;
}

export interface SetBaselineRequest extends BaselineRequest {
  /** A record, or the folder around it. */
  readonly record?: string;
  readonly why?: string;
  /** The address that git knows if it is not given. */
  readonly who?: string;
  readonly versions?: string;
  /** Refer to the record instead of keeping a copy. */
  readonly link?: boolean;
}

/** Makes a record the named baseline; keeps who did it, when and why. */
export async function setBaseline(
  request: SetBaselineRequest,
  ports: Ports = silentPorts,
): Promise<{ readonly dir: string; readonly blessing: BaselineEntry }> {
  const { baselines: dir } = await resolveSettings(request);
  const { record, name, why } = request;
  if (record === undefined || name === undefined || why === undefined || why.trim() === '')
    throw new GoldsetError('USAGE', {
      problem: `${record === undefined ? 'a record' : name === undefined ? '--name' : '--why'} is missing`,
      fix: 'For example: goldset bless reports/invoices/record --name invoices --why "release 1.0"',
    });
  const blessing = await addBaseline({
    dir,
    name,
    record,
    version: request.versions,
    who: request.who ?? (await authorOf(ports.env)),
    why: why.trim(),
    link: request.link,
    at: new Date().toISOString(),
  });
  return { dir, blessing };
}

/** Returns the history of one name, newest first, or the current baseline of every name. */
export async function listBaselineHistory(
  request: BaselineRequest,
): Promise<{ readonly dir: string; readonly blessings: readonly BaselineEntry[] }> {
  const { baselines: dir } = await resolveSettings(request);
  if (request.name !== undefined)
    return { dir, blessings: (await readBaselineHistory(dir, request.name)).reverse() };
  const blessings: BaselineEntry[] = [];
  for (const name of await listBaselines(dir))
    blessings.push(...(await readBaselineHistory(dir, name)).slice(-1));
  return { dir, blessings };
}

/** The address that git knows, else the login name. */
async function authorOf(env: Environment): Promise<string> {
  const names = ['USER', 'USERNAME', 'LOGNAME'].flatMap((name) => variable(env, name) ?? []);
  const login = names[0] ?? 'unknown';
  try {
    const { stdout } = await promisify(execFile)('git', ['config', 'user.email'], { timeout: 3_000 });
    return stdout.trim() || login;
  } catch {
    return login;
  }
}
