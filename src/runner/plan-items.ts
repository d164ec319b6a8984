import { readFileSync, statSync } from 'node:fs';
import { GoldsetError } from '../base/goldset-error.ts';
import { sha256, sha256File } from '../base/hash.ts';
import { IdTable } from '../base/lines/id-table.ts';
import { readFailure } from '../base/read-text-file.ts';
import type { DocumentSource, EvaluationSet, EvaluationSetItem } from '../model/dataset/evaluation-set.ts';
import type { RecordedItem } from '../model/record/run-record.ts';
import { expectationHash } from '../record/files/expectation-hash.ts';
import type { ItemChoice } from './run-options.ts';

/**
 * Yields the chosen items of a dataset as recorded items. Reads each document to compute its hash. Calls `onItem` with
 * each chosen item. Calls `onOmitted` if the dataset has an item that was not chosen.
 */
export async function* planItems(
  set: EvaluationSet,
  choice: ItemChoice,
  {
    onItem,
    onOmitted,
  }: { readonly onItem?: (item: EvaluationSetItem) => void; readonly onOmitted?: () => void } = {},
): AsyncGenerator<RecordedItem> {
  let position = 0;
  for await (const item of chosenItems(set, choice, onOmitted)) {
    onItem?.(item);
    yield recorded(item, position++);
  }
}

/** Returns the ids of the chosen items. Reads no documents. */
export async function chosenIds(set: EvaluationSet, choice: ItemChoice): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of chosenItems(set, choice)) ids.push(id);
  return ids;
}

async function* chosenItems(
  set: EvaluationSet,
  choice: ItemChoice,
  onOmitted: () => void = () => {},
): AsyncGenerator<EvaluationSetItem> {
  const drawn = choice.sample === undefined ? null : await drawIds(set, choice.sample, choice.seed ?? '');
  const requestedIds = choice.only === undefined ? null : new Set(choice.only);
  const lines = new IdTable();
  let count = 0;
  for await (const item of set.items()) {
    const line = item.origin.line ?? lines.size + 1;
    const firstLine = lines.add(item.id, line);
    if (firstLine >= 0)
      throw new GoldsetError('DATASET_DUPLICATE_ID', {
        file: item.origin.file,
        line,
        id: item.id,
        firstLine,
      });
    const isDrawn = drawn?.has(item.id) ?? true;
    const isChosen = isDrawn && (requestedIds?.delete(item.id) ?? true);
    if (!isChosen) {
      onOmitted();
      continue;
    }
    if (choice.limit !== undefined && count >= choice.limit) {
      onOmitted();
      break;
    }
    count++;
    yield item;
  }
  if (requestedIds !== null && requestedIds.size > 0)
    throw new GoldsetError('USAGE', {
      problem: `the dataset has no item ${[...requestedIds].map((id) => `"${id}"`).join(', ')}`,
      fix: 'Use ids of the dataset.',
    });
  if (count === 0) throw new GoldsetError('DATASET_EMPTY', { path: set.path });
}

/**
 * Returns a random sample of `size` ids: those with the smallest hashes of seed and id. The order of the dataset does
 * not matter.
 */
async function drawIds(set: EvaluationSet, size: number, seed: string): Promise<Set<string>> {
  const hashed: { id: string; hash: string }[] = [];
  for await (const { id } of set.items()) hashed.push({ id, hash: sha256(`${seed}\0${id}`) });
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Set(hashed.slice(0, size).map(({ id }) => id));
}

async function recorded(
  { id, expectedOutput, notScored, tags, source, goldSource }: EvaluationSetItem,
  position: number,
): Promise<RecordedItem> {
  // A loader that a user wrote in JavaScript can omit the gold.
  const gold = expectedOutput ?? null;
  return {
    position,
    id,
    documentHash: await hashDocument(source),
    expectationHash: expectationHash({ expectedOutput: gold, notScored }),
    expectedOutput: gold,
    ...(notScored && { notScored }),
    tags: { ...tags },
    ...(goldSource && { goldSource }),
    document: documentOf(id, source),
  };
}

function documentOf(id: string, source: DocumentSource): RecordedItem['document'] {
  switch (source.kind) {
    case 'file':
      return { kind: 'file', path: source.path, name: source.name };
    case 'text':
      return { kind: 'text', path: null, name: `${id}.txt`, text: source.text };
    case 'url':
      return { kind: 'url', path: source.url, name: source.name };
    case 'fileId':
      return { kind: 'fileId', path: source.fileId, name: id };
  }
}

/** Returns the SHA-256 of the content of a file or text, or of a URL or file id. */
export async function hashDocument(source: DocumentSource): Promise<string> {
  const { kind, path, text } = documentOf('', source);
  return kind === 'file' ? hashFile(path ?? '') : sha256(text ?? path ?? '');
}

const smallFile = 1 << 20;

export async function hashFile(file: string): Promise<string> {
  try {
    const found = statSync(file);
    if (!found.isFile()) throw new GoldsetError('FILE_UNREADABLE', { file, reason: 'not a regular file' });
    // For a small file, reading the whole file is several times faster than reading a stream.
    return found.size <= smallFile ? sha256(readFileSync(file)) : await sha256File(file);
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
}
