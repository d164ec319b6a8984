import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { writeFailure, writeFileAtomically } from '../../base/write-file.ts';
import type { DatasetManifest, EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { ConvertResult } from '../../model/results/command-results.ts';

/** Writes `dataset.json`, `items.jsonl` and `files/`. Throws OUTPUT_NOT_WRITABLE if `items.jsonl` exists. */
export async function writeNativeDataset(
  folder: string,
  manifest: DatasetManifest,
  items: Iterable<EvaluationSetItem> | AsyncIterable<EvaluationSetItem>,
): Promise<ConvertResult> {
  const itemsFile = path.join(folder, 'items.jsonl');
  if (existsSync(itemsFile))
    throw new GoldsetError('OUTPUT_NOT_WRITABLE', { file: itemsFile, reason: 'it already exists' });
  const names = new Map<string, string>();
  const lines: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for await (const item of items) lines.push(JSON.stringify(await lineOf(item, folder, names)));
    await writeFileAtomically(path.join(folder, 'dataset.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    // Write `items.jsonl` last. If the process stops earlier, no command can read the unfinished dataset.
    await writeFileAtomically(itemsFile, `${lines.join('\n')}\n`);
  } catch (thrown) {
    throw writeFailure(folder, thrown);
  }
  return { folder, items: lines.length, files: names.size };
}

async function lineOf(
  { id, source, expectedOutput, notScored, tags, goldSource }: EvaluationSetItem,
  folder: string,
  names: Map<string, string>,
): Promise<Readonly<Record<string, unknown>>> {
  const gold = {
    ...(expectedOutput !== null && { expectedOutput }),
    ...(notScored && { notScored }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(goldSource && { goldSource }),
  };
  switch (source.kind) {
    case 'text':
      return { id, text: source.text, ...gold };
    case 'fileId':
      return { id, fileId: source.fileId, ...gold };
    case 'url':
      return { id, fileUrl: source.url, fileName: source.name, ...gold };
    case 'file':
      return { id, file: await copied(source.path, folder, names), fileName: source.name, ...gold };
  }
}

/**
 * Copies a document once and returns the path of the copy. Adds a number to the name of a second document with the same
 * name.
 */
async function copied(from: string, folder: string, names: Map<string, string>): Promise<string> {
  const known = names.get(from);
  if (known !== undefined) return known;
  const { name, ext } = path.parse(from);
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'document';
  const usedNames = new Set([...names.values()].map((name) => name.toLowerCase()));
  let file = `files/${safe}${ext}`;
  for (let n = 2; usedNames.has(file.toLowerCase()); n++) file = `files/${safe}-${n}${ext}`;
  await mkdir(path.join(folder, 'files'), { recursive: true });
  await copyFile(from, path.join(folder, file));
  names.set(from, file);
  return file;
}
