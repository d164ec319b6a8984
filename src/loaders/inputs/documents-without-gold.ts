import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type DatasetManifest, type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import type { Proposal } from '../../model/dataset/proposal.ts';
import { documentEndings } from '../formats/pairs-dataset.ts';
import { loadDataset } from '../load-dataset.ts';
import { readManifest } from '../reading/read-json.ts';
import { readProposals } from './read-proposals.ts';

export interface DocumentsWithoutGold {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** `null` if the folder has no `dataset.json`. */
  readonly manifest: DatasetManifest | null;
  /**
   * Documents without gold: first the items of the dataset in their order, then files without an item, sorted by path.
   */
  readonly documents: readonly EvaluationSetItem[];
  /** Number of items with gold. */
  readonly labelled: number;
}

/** Names of folders inside a dataset that contain no documents. */
const otherFolders = new Set(['history', 'node_modules', 'prefill', 'review', 'scores']);
/** Matches names of files that describe a folder, and are not documents. */
const descriptions = /^(readme|licen[cs]e|notice|source|changelog)(\.|$)/i;
const maxDepth = 5;

/**
 * Finds the documents without gold. In a native dataset, these are the items without an expected output. Files without
 * an item are included in two cases: the folder has no `items.jsonl`, or all its items were labelled from proposals.
 * Throws USAGE if the path is a file, or a dataset in another format.
 */
export async function documentsWithoutGold(given: string): Promise<DocumentsWithoutGold> {
  const folder = path.resolve(given);
  if (!existsSync(folder))
    throw new GoldsetError('FILE_NOT_FOUND', { file: given, relativeTo: process.cwd() });
  if (!(await stat(folder)).isDirectory())
    throw new GoldsetError('USAGE', {
      problem: `${given} is a file, expected a folder of documents or a dataset`,
      fix: 'Name the folder of the documents.',
    });
  const manifestFile = path.join(folder, 'dataset.json');
  const manifest = existsSync(manifestFile) ? await readManifest(manifestFile) : null;
  const items: EvaluationSetItem[] = [];
  const hasItems = existsSync(path.join(folder, 'items.jsonl'));
  if (hasItems) {
    const set = await loadDataset(`native:${folder}`, { allowInvalidGold: true });
    for await (const item of set.items()) items.push(item);
  } else await rejectOtherFormats(folder);
  const documents = items.filter((item) => !hasGold(item));
  const proposals = await readProposals(folder);
  const proposed = new Set(proposals.map(({ id }) => id));
  // In most datasets, files without an item are not documents. But if all items were labelled from proposals,
  // `items.jsonl` was created by labelling a folder of documents. Then the other files of this folder are documents
  // too.
  if (items.every((item) => hasGold(item) && proposed.has(item.id)))
    documents.push(...(await filesWithoutItem(folder, items, proposals)));
  return { folder, manifest, documents, labelled: items.filter(hasGold).length };
}

async function rejectOtherFormats(folder: string): Promise<void> {
  try {
    await loadDataset(folder, { allowInvalidGold: true });
  } catch (thrown) {
    if (thrown instanceof GoldsetError && thrown.code === 'DATASET_NOT_RECOGNISED') return;
    throw thrown;
  }
  throw new GoldsetError('USAGE', {
    problem: `${folder} is a dataset in another format, which cannot get proposals`,
    fix: 'Convert the dataset with goldset dataset convert, and name the new dataset.',
  });
}

async function filesWithoutItem(
  folder: string,
  items: readonly EvaluationSetItem[],
  proposals: readonly Proposal[],
): Promise<EvaluationSetItem[]> {
  const used = new Set(items.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : [])));
  const ids = new Set([...items, ...proposals].map(({ id }) => id));
  const files = await findDocuments(folder, '', 0);
  // A document that has a proposal keeps the id of the proposal, even if a file with the same name but another
  // extension was added later.
  const known = new Map(proposals.map(({ id, file }) => [file, id]));
  const stems = new Map<string, number>();
  const stemOf = (file: string) => file.replace(documentEndings, '');
  for (const file of files) stems.set(stemOf(file), (stems.get(stemOf(file)) ?? 0) + 1);
  return files
    .map((file) => ({ file, at: path.join(folder, file) }))
    .filter(({ at }) => !used.has(at))
    .map(({ file, at }) => {
      const stem = stemOf(file);
      const isUnique = stems.get(stem) === 1 && !ids.has(stem);
      return {
        id: known.get(file) ?? (isUnique ? stem : file).slice(0, 512),
        source: { kind: 'file', path: at, name: path.basename(file) },
        expectedOutput: null,
        tags: {},
        origin: { file: at },
      };
    });
}

/** Returns the documents below a folder, sorted. Omits hidden files and does not follow symbolic links. */
async function findDocuments(root: string, relative: string, depth: number): Promise<string[]> {
  const entries = await readdir(path.join(root, relative), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const inside = relative === '' ? name : `${relative}/${name}`;
    if (entry.isFile() && documentEndings.test(name) && !descriptions.test(name)) found.push(inside);
    if (entry.isDirectory() && depth < maxDepth && !otherFolders.has(name))
      found.push(...(await findDocuments(root, inside, depth + 1)));
  }
  return found;
}
