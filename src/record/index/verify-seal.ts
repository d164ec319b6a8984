import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import type { FileFacts, RunPlan, SealedSummary } from '../../model/record/run-record.ts';
import { fileFacts } from '../files/checksums.ts';
import { type RecordFiles, sealedFiles } from '../files/record-files.ts';
import type { RecordIndex } from './record-index.ts';

function changed(file: string, what: string, found: unknown, expected: unknown): GoldsetError {
  return new GoldsetError('RECORD_CHANGED', { file, what, found: String(found), expected: String(expected) });
}

/** Throws RECORD_CHANGED if the items differ from the hashes in the plan. Format 1 has no hashes. */
export function verifyItems(plan: RunPlan, index: RecordIndex, files: RecordFiles): void {
  const { bytes, sha256 } = plan.items;
  if (bytes === null || sha256 === null) return;
  if (index.files.items.sha256 !== sha256)
    throw changed(files.items, 'its sha256', index.files.items.sha256.slice(0, 12), sha256.slice(0, 12));
  if (index.checksum !== plan.dataset.checksum)
    throw changed(
      files.plan,
      'dataset.checksum',
      plan.dataset.checksum.slice(0, 12),
      index.checksum.slice(0, 12),
    );
}

/** Compares all files and counts with the sealed summary. Throws RECORD_CHANGED at the first difference. */
export async function verifySeal(
  plan: RunPlan,
  summary: SealedSummary,
  index: RecordIndex,
  files: RecordFiles,
): Promise<void> {
  const seal = sha256Json(summary.files);
  if (seal !== summary.seal)
    throw changed(files.summary, 'its seal', summary.seal.slice(0, 12), seal.slice(0, 12));
  for (const name of sealedFiles) {
    const file = files[name];
    const stated = summary.files[path.basename(file)];
    if (stated === undefined) {
      if (existsSync(file)) throw changed(file, 'the file', 'it', 'no such file');
      continue;
    }
    if (!existsSync(file)) throw changed(file, 'the file', 'nothing', `${stated.bytes} bytes`);
    sameFacts(file, name === 'items' || name === 'rows' ? index.files[name] : await fileFacts(file), stated);
  }
  const planned = plan.items.count * plan.versions.length * plan.repeats;
  if (summary.planned !== planned) throw changed(files.summary, 'planned', summary.planned, planned);
  for (const [state, count] of Object.entries(index.byState)) {
    const told = summary.byState[state as keyof typeof summary.byState];
    if (told !== count) throw changed(files.summary, `byState.${state}`, told, count);
  }
}

function sameFacts(file: string, found: FileFacts, stated: FileFacts): void {
  for (const what of ['bytes', 'lines', 'sha256'] as const)
    if (found[what] !== stated[what])
      throw changed(file, `its ${what}`, short(found[what]), short(stated[what]));
}

function short(value: string | number): string {
  return String(value).slice(0, 12);
}
