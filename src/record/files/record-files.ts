import { existsSync } from 'node:fs';
import path from 'node:path';

const names = {
  plan: 'plan.json',
  items: 'items.jsonl',
  uploads: 'uploads.jsonl',
  runs: 'runs.jsonl',
  rows: 'rows.jsonl',
  summary: 'summary.json',
  citations: 'citations.jsonl',
  lock: 'lock.db',
};

/** Paths of the files in a record folder (docs/decisions/0020-record-files.md). */
export type RecordFiles = Readonly<typeof names>;

/** Files whose hashes are in the summary of a sealed record. */
export const sealedFiles = ['plan', 'items', 'uploads', 'runs', 'rows'] as const;

export function recordFiles(dir: string): RecordFiles {
  const paths = Object.entries(names).map(([key, name]) => [key, path.join(dir, name)]);
  return Object.fromEntries(paths) as RecordFiles;
}

/**
 * Returns the folder of a record. `named` can also be its parent folder, which is the output folder of `goldset run`.
 */
export function recordFolder(named: string): string {
  const inside = path.join(named, 'record');
  const at = (dir: string) => existsSync(recordFiles(dir).plan);
  return !at(named) && at(inside) ? inside : named;
}
