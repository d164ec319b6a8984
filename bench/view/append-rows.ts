import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { acquireLock } from '../../src/base/file-lock.ts';

/**
 * Copies a record with only a tenth of its rows, so that it looks like a run in progress. Then appends `perSecond` of
 * the other rows each second. Returns a function that stops the appending and returns the number of appended rows.
 */
export function appendRows(record: string, to: string, perSecond: number): () => number {
  cpSync(record, to, { recursive: true });
  rmSync(path.join(to, 'summary.json'));
  const rows = path.join(to, 'rows.jsonl');
  const lines = readFileSync(rows, 'utf8').split('\n').slice(0, -1);
  let next = Math.floor(lines.length / 10);
  const first = next;
  writeFileSync(rows, `${lines.slice(0, next).join('\n')}\n`);
  const release = acquireLock(path.join(to, 'lock.db'));
  const timer = setInterval(() => {
    if (next < lines.length) appendFileSync(rows, `${lines[next++]}\n`);
  }, 1000 / perSecond);
  return () => {
    clearInterval(timer);
    release();
    return next - first;
  };
}
