import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openRecord } from '../../src/record/read/open-record.ts';

/** Results of all kills of one kind of process. */
export interface KillResult {
  readonly name: string;
  readonly seed: string;
  readonly kills: number;
  /** Number of kills per state of the files or runs after the kill. */
  readonly states: Readonly<Record<string, number>>;
  /** Number of results that existed before a kill and were missing after it. */
  readonly lost: number;
  /** Number of results, runs or lines that existed twice without being reported. */
  readonly doubled: number;
  /** Number of records, datasets or data folders that the next command could not continue. */
  readonly notResumable: number;
  /** Number of final results that differed from the results of the same test without kills. */
  readonly different: number;
  /** Number of files and processes that remained after a test with kills, but not after the same test without kills. */
  readonly leftOver: number;
  readonly problems: readonly string[];
}

/** Counts the states and problems that are found after kills of one kind of process. */
export class KillCounts {
  readonly states = new Map<string, number>();
  readonly problems: string[] = [];
  kills = 0;
  lost = 0;
  doubled = 0;
  notResumable = 0;
  different = 0;
  leftOver = 0;
  /** Longest time in milliseconds from the end of a service to the end of its workers. */
  longestEndMs = 0;

  workersEnded(ms: number): void {
    this.longestEndMs = Math.max(this.longestEndMs, Math.round(ms));
  }

  /** Counts a kill with the state that it left. */
  killed(state: string): void {
    this.kills++;
    this.states.set(state, (this.states.get(state) ?? 0) + 1);
  }

  add(
    what: 'lost' | 'doubled' | 'notResumable' | 'different' | 'leftOver',
    count: number,
    text: string,
  ): void {
    if (count === 0) return;
    this[what] += count;
    this.problems.push(`${what}: ${text}`);
  }

  result(name: string, seed: string): KillResult {
    const { kills, lost, doubled, notResumable, different, leftOver, problems } = this;
    const states = Object.fromEntries(this.states);
    return { name, seed, kills, states, lost, doubled, notResumable, different, leftOver, problems };
  }
}

/** Returns the state and the output of each item run of a record, without times. Throws if a row exists twice. */
export async function rowsOf(record: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  for await (const { itemId, version, repeat, state, output } of (await openRecord(record)).rows()) {
    const key = JSON.stringify([itemId, version, repeat]);
    if (rows.has(key)) throw new Error(`two rows of ${key} in ${record}`);
    rows.set(key, JSON.stringify([state, output]));
  }
  return rows;
}

export async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
