import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { inferConfig, inferKind } from '../reading/infer-config.ts';
import { readJsonFile, readManifest } from '../reading/read-json.ts';
import { unpairedNotice, withoutGoldNotice } from '../reading/unpaired-notice.ts';

/** File extensions that mark a file as a document. The service may not accept all of these extensions. */
export const documentEndings =
  /\.(pdf|png|jpe?g|tiff?|heic|bmp|gif|webp|xlsx?|docx?|odt|pptx|csv|txt|html?|xml|rtf|md|eml)$/i;

/**
 * A folder of documents, each with its gold in a JSON file of the same name. `dataset.json` is optional. A document
 * without a JSON file becomes an item without gold if a document with gold has the same file extension. For example,
 * `b.pdf` becomes an item if `a.pdf` and `a.json` exist. Other files may describe the dataset and are ignored. In a
 * folder without JSON files, every document is an item.
 */
export const pairsLoader = defineLoader({
  name: 'pairs',
  doc: 'folder of documents, each with its expected output in a JSON file of the same name',
  withoutGold:
    'a document without a JSON file of the same name; `pairs:FOLDER` also loads a folder without JSON files',
  recognise: ({ names }) =>
    names !== null && !names.includes('items.jsonl') && findPairs(names).pairs.length > 0,
  open: async (folder) => {
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
    const found = findPairs(files.map(({ name }) => name));
    const { pairs } = found;
    const [unlabelled, others] = withoutGoldIn(found);
    if (pairs.length + unlabelled.length === 0) throw noPair(folder, found);
    const manifestFile = path.join(folder, 'dataset.json');
    const inferred = !existsSync(manifestFile);
    const entries: DatasetEntry[] = [];
    for (const { document, json } of pairs)
      entries.push(await entryOf(() => readPair(folder, document, json)));
    const expected = entries.flatMap((entry) => ('item' in entry ? [entry.item.expectedOutput] : []));
    for (const document of unlabelled) entries.push({ item: itemOf(folder, document, null, document) });
    const kind = inferKind(expected);
    const manifest = inferred
      ? { name: path.basename(path.resolve(folder)), kind, config: inferConfig(kind, expected) }
      : await readManifest(manifestFile);
    const notices = [
      ...withoutGoldNotice(unlabelled, 'a JSON file of the same name'),
      ...unpairedNotice(others, 'document', 'JSON file of the same name'),
      ...unpairedNotice(found.jsons, 'JSON file', 'document of the same name'),
    ];
    return { manifest, manifestFile, path: folder, inferred, notices, entries: () => entries };
  },
});

interface FoundFiles {
  readonly pairs: readonly { readonly document: string; readonly json: string }[];
  /** Names of documents that have no JSON file. */
  readonly documents: readonly string[];
  /** Names of JSON files that have no document. */
  readonly jsons: readonly string[];
}

/**
 * Pairs each document with the JSON file of the same name. Also returns the documents and the JSON files that have no
 * partner.
 */
function findPairs(files: readonly string[]): FoundFiles {
  const names = files.toSorted();
  const byStem = new Map(
    names
      .filter((name) => /\.json$/i.test(name) && name !== 'dataset.json')
      .map((name) => [name.replace(/\.json$/i, ''), name]),
  );
  const pairs: { document: string; json: string }[] = [];
  const documents: string[] = [];
  const jsons = new Set(byStem.values());
  for (const document of names.filter((name) => documentEndings.test(name))) {
    const json = byStem.get(document.replace(documentEndings, '')) ?? byStem.get(document);
    if (json === undefined) documents.push(document);
    else {
      pairs.push({ document, json });
      jsons.delete(json);
    }
  }
  return { pairs, documents, jsons: [...jsons] };
}

/**
 * Divides the documents without a JSON file into two lists: those that become items without gold, and those that are
 * ignored.
 */
function withoutGoldIn({ pairs, documents, jsons }: FoundFiles): readonly [string[], string[]] {
  const extension = (name: string) => path.extname(name).toLowerCase();
  const labelled = new Set(pairs.map(({ document }) => extension(document)));
  const isItem = (name: string) => (pairs.length === 0 ? jsons.length === 0 : labelled.has(extension(name)));
  return [documents.filter(isItem), documents.filter((name) => !isItem(name))];
}

function noPair(folder: string, { documents, jsons }: FoundFiles): GoldsetError {
  const listed = (files: readonly string[]) => (files.length === 0 ? 'none' : truncateList(files, 3));
  return new GoldsetError('DATASET_INVALID', {
    file: folder,
    path: 'the files',
    found: `no pair (documents: ${listed(documents)}; JSON files: ${listed(jsons)})`,
    expected: 'documents, each with a JSON file of the same name',
    fix: 'Give each JSON file the name of its document, for example scan-1.pdf and scan-1.json.',
  });
}

async function readPair(folder: string, document: string, json: string): Promise<EvaluationSetItem> {
  const file = path.join(folder, json);
  const value = await readJsonFile(file);
  // Some tools write the gold as a list with one element.
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only !== 'object' || only === null)
    throw new GoldsetError('DATASET_INVALID', {
      file,
      path: 'the file',
      found: shown(only),
      expected: 'an object with the expected output',
      fix: 'Write the expected output of the document as one JSON object.',
    });
  return itemOf(folder, document, only as JsonValue, json);
}

function itemOf(folder: string, document: string, gold: JsonValue, origin: string): EvaluationSetItem {
  return {
    id: document.replace(documentEndings, ''),
    source: { kind: 'file', path: path.resolve(folder, document), name: document },
    expectedOutput: gold,
    tags: {},
    origin: { file: path.join(folder, origin) },
  };
}
