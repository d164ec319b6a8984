import { existsSync } from 'node:fs';
import path from 'node:path';

/** Names of the files in a record folder; docs/decisions/0020-record-files.md describes them. */
export interface RecordFiles {
  readonly plan: string;
  readonly items: string;
  readonly uploads: string;
  readonly runs: string;
  readonly rows: string;
  readonly summary: string;
  readonly lock: string;
}

/** The files that a sealed record states the hashes of. */
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

/** The folder of a record that is named by itself or by the folder around it, where `goldset run` writes the report. */
export function recordFolder(named: string): string {
  const inside = path.join(named, 'record');
  const at = (dir: string) => existsSync(recordFiles(dir).plan);
  return !at(named) && at(inside) ? inside : named;
}
