import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GoldsetError } from '../base/goldset-error.ts';
import type { BlessAnswer } from '../model/command-answers.ts';
import { type Blessing, blessRecord, listBaselines, readBlessings } from '../record/blessings.ts';
import { baselinesDir } from '../usecases/settings/baselines-dir.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';

export interface BlessFlags {
  readonly name?: string;
  readonly why?: string;
  readonly who?: string;
  readonly versions?: string;
  readonly link?: boolean;
  readonly baselines?: string;
  readonly list?: boolean;
  readonly config?: string;
  readonly json?: boolean;
}

/** The work of `goldset bless`. */
export async function runBless(record: string | undefined, flags: BlessFlags): Promise<void> {
  const dir = baselinesDir(await loadConfig(flags.config), flags.baselines);
  if (flags.list) return list(dir, flags);
  const { name, why } = flags;
  if (record === undefined || name === undefined || why === undefined || why.trim() === '')
    throw new GoldsetError('USAGE', {
      problem: `${record === undefined ? 'a record' : name === undefined ? '--name' : '--why'} is missing`,
      mend: 'For example: goldset bless reports/invoices/record --name invoices --why "release 1.0"',
    });
  const blessing = await blessRecord({
    dir,
    name,
    record,
    version: flags.versions,
    who: flags.who ?? (await whoami()),
    why: why.trim(),
    link: flags.link,
    at: new Date().toISOString(),
  });
  if (flags.json) process.stdout.write(`${JSON.stringify({ dir, blessing } satisfies BlessAnswer)}\n`);
  else {
    const { version, recordId, dataset } = blessing;
    process.stdout.write(
      `${name} is now ${version} of ${recordId} (${dataset.name}, ${dataset.items} items)${blessing.replaces === null ? '' : `, in place of ${blessing.replaces}`}\nkept in ${dir}, blessed by ${blessing.who}: ${blessing.why}\n`,
    );
  }
}

/** One name's history, newest first; or what counts under every name. */
async function list(dir: string, flags: BlessFlags): Promise<void> {
  const blessings: Blessing[] = [];
  if (flags.name !== undefined) blessings.push(...(await readBlessings(dir, flags.name)).reverse());
  else
    for (const name of await listBaselines(dir))
      blessings.push(...(await readBlessings(dir, name)).slice(-1));
  if (flags.json) process.stdout.write(`${JSON.stringify({ dir, blessings } satisfies BlessAnswer)}\n`);
  else if (blessings.length === 0) process.stdout.write(`no baseline in ${dir}\n`);
  for (const { name, blessedAt, who, why, version, recordId } of flags.json ? [] : blessings)
    process.stdout.write(
      `${name}  ${blessedAt.slice(0, 16).replace('T', ' ')}  ${version} of ${recordId}  ${who}: ${why}\n`,
    );
}

/** The address that git knows, else the login name. */
async function whoami(): Promise<string> {
  const login = process.env.USER || process.env.USERNAME || process.env.LOGNAME || 'unknown';
  try {
    const { stdout } = await promisify(execFile)('git', ['config', 'user.email'], { timeout: 3_000 });
    return stdout.trim() || login;
  } catch {
    return login;
  }
}
