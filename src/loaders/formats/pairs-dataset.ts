import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import { defineLoader, entryOf } from './define-loader.ts';
import { inferConfig, inferKind } from './infer-config.ts';
import { readJsonFile, readManifest } from './read-json.ts';

/** File extensions of documents. The service decides which of them it accepts. */
const documentEndings =
  /\.(pdf|png|jpe?g|tiff?|heic|bmp|gif|webp|xlsx?|docx?|odt|pptx|csv|txt|html?|xml|rtf|md|eml)$/i;

/** A folder of documents, each with its gold in a JSON file of the same name. `dataset.json` is optional. */
export const pairsLoader = defineLoader({
  name: 'pairs',
  doc: 'folder of documents, each with its expected output in a JSON file of the same name',
  recognise: ({ names }) =>
    names !== null && !names.includes('items.jsonl') && findPairs(names).pairs.length > 0,
  open: async (folder) => {
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
    const { pairs, unpaired } = findPairs(files.map(({ name }) => name));
    const manifestFile = path.join(folder, 'dataset.json');
    const inferred = !existsSync(manifestFile);
    const entries: DatasetEntry[] = [];
    for (const { document, json } of pairs)
      entries.push(await entryOf(() => readPair(folder, document, json)));
    const expected = entries.flatMap((entry) => ('item' in entry ? [entry.item.expectedOutput] : []));
    const kind = inferKind(expected);
    const manifest = inferred
      ? { name: path.basename(path.resolve(folder)), kind, config: inferConfig(kind, expected) }
      : await readManifest(manifestFile);
    const notices = unpaired.length === 0 ? [] : [unpairedNotice(unpaired)];
    return { manifest, manifestFile, path: folder, inferred, notices, entries: () => entries };
  },
});

/** Returns the documents with their JSON files, and the documents without a JSON file (`unpaired`). */
function findPairs(files: readonly string[]) {
  const names = files.toSorted();
  const jsons = new Map(
    names
      .filter((name) => /\.json$/i.test(name) && name !== 'dataset.json')
      .map((name) => [name.replace(/\.json$/i, ''), name]),
  );
  const pairs: { document: string; json: string }[] = [];
  const unpaired: string[] = [];
  for (const document of names.filter((name) => documentEndings.test(name))) {
    const json = jsons.get(document.replace(documentEndings, '')) ?? jsons.get(document);
    if (json === undefined) unpaired.push(document);
    else pairs.push({ document, json });
  }
  return { pairs, unpaired };
}

function unpairedNotice(unpaired: readonly string[]): string {
  return unpaired.length === 1
    ? `${unpaired[0]} has no JSON file and is left out`
    : `${unpaired.length} documents without a JSON file are left out, such as ${unpaired[0]}`;
}

async function readPair(folder: string, document: string, json: string): Promise<EvaluationSetItem> {
  const file = path.join(folder, json);
  const value = await readJsonFile(file);
  // Some tools write the result as a list of one element.
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only !== 'object' || only === null)
    throw new GoldsetError('DATASET_INVALID', {
      file,
      path: 'the file',
      found: shown(only),
      expected: 'an object with the expected output',
      fix: 'Write the expected output of the document as one JSON object.',
    });
  return {
    id: document.replace(documentEndings, ''),
    source: { kind: 'file', path: path.resolve(folder, document), name: document },
    expectedOutput: only as JsonValue,
    tags: {},
    origin: { file },
  };
}
