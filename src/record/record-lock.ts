import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { GoldsetError } from '../base/goldset-error.ts';
import { writeFailure } from '../base/write-failure.ts';

const holderSchema = z.object({ pid: z.int(), host: z.string(), born: z.string().nullable() });
type Holder = z.infer<typeof holderSchema>;

/** A lock file is written right after it is made; one that stays empty longer than this was left by a crash. */
const emptyIsStaleAfterMs = 5_000;

/**
 * Takes the record for this process, or refuses with RECORD_LOCKED while another one lives. A lock whose process is
 * gone is taken over: the pid is asked for, and its birth compared, since a pid is used again. A lock of another
 * machine is never taken over: nothing here can tell whether its process lives.
 */
export async function acquireLock(file: string): Promise<() => Promise<void>> {
  for (let round = 0; round < 50; round++) {
    if (await tryCreate(file)) return () => rm(file, { force: true });
    if (await isStale(file)) await removeStale(file);
    else await delay(0);
  }
  throw new GoldsetError('RECORD_LOCKED', { path: file, pid: 'unknown' });
}

async function tryCreate(file: string): Promise<boolean> {
  const holder: Holder = { pid: process.pid, host: hostname(), born: birthOf(process.pid) };
  try {
    await writeFile(file, `${JSON.stringify(holder)}\n`, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeFailure(file, thrown);
  }
}

/** False where the lock has gone meanwhile; throws where its holder lives. */
async function isStale(file: string): Promise<boolean> {
  let text: string;
  let ageMs: number;
  try {
    [text, ageMs] = await Promise.all([
      readFile(file, 'utf8'),
      stat(file).then(({ mtimeMs }) => Date.now() - mtimeMs),
    ]);
  } catch {
    return false;
  }
  const holder = parseHolder(text);
  if (holder === null) {
    if (ageMs > emptyIsStaleAfterMs) return true;
    throw new GoldsetError('RECORD_LOCKED', { path: file, pid: 'starting' });
  }
  if (holder.host !== hostname())
    throw new GoldsetError('RECORD_LOCKED', { path: file, pid: `${holder.pid} on ${holder.host}` });
  if (isAlive(holder)) throw new GoldsetError('RECORD_LOCKED', { path: file, pid: holder.pid });
  return true;
}

function parseHolder(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** One process at a time removes a stale lock, and looks again before it does: it may hold a fresh one by now. */
async function removeStale(file: string): Promise<void> {
  const turn = `${file}.takeover`;
  try {
    await mkdir(turn);
  } catch {
    const made = await stat(turn).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > emptyIsStaleAfterMs) await rmdir(turn).catch(() => {});
    await delay(20);
    return;
  }
  try {
    if (await isStale(file)) await rm(file, { force: true });
  } finally {
    await rmdir(turn).catch(() => {});
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const born = birthOf(holder.pid);
  return born === null || holder.born === null || born === holder.born;
}

/** When the process was started, in the kernel's ticks; null where the system does not say. */
function birthOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may itself hold brackets and spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
