import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import type { RunPlan, SealedSummary } from '../../model/record/run-record.ts';
import { fileFacts } from '../files/checksums.ts';
import { type RecordFiles, sealedFiles } from '../files/record-files.ts';
import { rowStates } from './line-keys.ts';
import type { RecordIndex } from './record-index.ts';

function changed(file: string, what: string, found: unknown, expected: unknown): GoldsetError {
  const [shownFound, shownExpected] = [found, expected].map((value) =>
    String(value).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1'),
  );
  return new GoldsetError('RECORD_CHANGED', { file, what, found: shownFound, expected: shownExpected });
}

/**
 * Throws RECORD_CHANGED if the items do not have the hashes in the plan. Accepts a plan of format 1, which has no
 * hashes of items.
 */
export function verifyItems({ items, dataset }: RunPlan, index: RecordIndex, files: RecordFiles): void {
  if (items.sha256 === null) return;
  const { sha256 } = index.files.items;
  if (sha256 !== items.sha256) throw changed(files.items, 'its sha256', sha256, items.sha256);
  if (index.checksum !== dataset.checksum)
    throw changed(files.plan, 'dataset.checksum', dataset.checksum, index.checksum);
}

/**
 * Compares all files and the number of item runs per state with the summary. Throws RECORD_CHANGED at the first
 * difference.
 */
export async function verifySeal(
  plan: RunPlan,
  summary: SealedSummary,
  index: RecordIndex,
  files: RecordFiles,
): Promise<void> {
  const seal = sha256Json(summary.files);
  if (seal !== summary.seal) throw changed(files.summary, 'its seal', summary.seal, seal);
  for (const name of sealedFiles) {
    const file = files[name];
    const expected = summary.files[path.basename(file)];
    if (expected === undefined) {
      if (existsSync(file)) throw changed(file, 'the file', 'it', 'no such file');
      continue;
    }
    if (!existsSync(file)) throw changed(file, 'the file', 'nothing', `${expected.bytes} bytes`);
    const found = name === 'items' || name === 'rows' ? index.files[name] : await fileFacts(file);
    for (const what of ['bytes', 'lines', 'sha256'] as const)
      if (found[what] !== expected[what]) throw changed(file, `its ${what}`, found[what], expected[what]);
  }
  const planned = plan.items.count * plan.versions.length * plan.repeats;
  if (summary.planned !== planned) throw changed(files.summary, 'planned', summary.planned, planned);
  for (const state of rowStates) {
    const [found, expected] = [summary.byState[state], index.byState[state]];
    if (found !== expected) throw changed(files.summary, `byState.${state}`, found, expected);
  }
}
