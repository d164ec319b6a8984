import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GoldsetError } from '../../base/goldset-error.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import type { BaselineEntry } from '../../model/record/baseline-entry.ts';
import type { BaselineList, SetBaselineResult } from '../../model/results/command-results.ts';
import { addBaseline, listBaselines, readBaselineHistory } from '../../record/baselines/baseline-history.ts';
import { type Environment, type Ports, silentPorts, variable } from '../ports.ts';
import { resolveSettings, type SettingsRequest } from '../settings/resolve-settings.ts';

export interface BaselineRequest extends Pick<SettingsRequest, 'config' | 'baselines'> {
  readonly name?: string;
}

export interface SetBaselineRequest extends BaselineRequest {
  /** Folder of a record, or the folder that contains it. */
  readonly record: string;
  readonly name: string;
  /** Reason why the record becomes the baseline; must not be empty. */
  readonly reason: string;
  /** Author of the entry. By default, `user.email` of git, or otherwise the login name. */
  readonly author?: string;
  readonly versions?: string;
  /** If true, the baseline refers to the original record. Otherwise, the record is copied. */
  readonly link?: boolean;
}

/** Sets a record as the named baseline and adds an entry with author, time and reason to its history. */
export async function setBaseline(
  request: SetBaselineRequest,
  ports: Ports = silentPorts,
): Promise<SetBaselineResult> {
  const { baselines: dir } = await resolveSettings(request);
  await requireWritableFolder(dir);
  const { record, name } = request;
  const reason = request.reason.trim();
  if (reason === '')
    throw new GoldsetError('USAGE', {
      problem: '--reason: found an empty text, expected a reason',
      fix: 'State why the record becomes the baseline, for example --reason "release 1.0"',
    });
  const entry = await addBaseline({
    dir,
    name,
    record,
    version: request.versions,
    author: request.author ?? (await authorOf(ports.env)),
    reason,
    link: request.link,
    at: new Date().toISOString(),
  });
  return { dir, entry };
}

/**
 * Returns the history of one baseline, newest entry first. Without a name, returns the current entry of every baseline.
 */
export async function listBaselineHistory(request: BaselineRequest): Promise<BaselineList> {
  const { baselines: dir } = await resolveSettings(request);
  if (request.name !== undefined)
    return { dir, entries: (await readBaselineHistory(dir, request.name)).reverse() };
  const entries: BaselineEntry[] = [];
  for (const name of await listBaselines(dir))
    entries.push(...(await readBaselineHistory(dir, name)).slice(-1));
  return { dir, entries };
}

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
