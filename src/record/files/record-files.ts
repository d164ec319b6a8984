import { existsSync } from 'node:fs';
import path from 'node:path';

/** Paths of the files in a record folder (docs/decisions/0020-record-files.md). */
export interface RecordFiles {
  readonly plan: string;
  readonly items: string;
  readonly uploads: string;
  readonly runs: string;
  readonly rows: string;
  readonly summary: string;
  readonly lock: string;
}

/** Files whose hashes are in the summary of a sealed record. */
export const sealedFiles = [
  'plan',
  'items',
  'uploads',
  'runs',
  'rows',
] as const satisfies readonly (keyof RecordFiles)[];

export function recordFiles(dir: string): RecordFiles {
  const at = (name: string) => path.join(dir, name);
  return {
    plan: at('plan.json'),
    items: at('items.jsonl'),
    uploads: at('uploads.jsonl'),
    runs: at('runs.jsonl'),
    rows: at('rows.jsonl'),
    summary: at('summary.json'),
    lock: at('lock.db'),
  };
}

/** Returns the folder of a record. Also accepts its parent folder, which is the output folder of `goldset run`. */
export function recordFolder(named: string): string {
  const inside = path.join(named, 'record');
  const at = (dir: string) => existsSync(recordFiles(dir).plan);
  return !at(named) && at(inside) ? inside : named;
}
