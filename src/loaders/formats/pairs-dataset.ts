import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { DatasetEntry, DatasetSource } from './dataset-source.ts';
import { inferConfig, inferKind } from './infer-config.ts';
import { readJsonFile } from './read-json-file.ts';
import { readManifest } from './read-manifest.ts';

/** File endings of documents; what the service takes decides the service. */
const documentEndings =
  /\.(pdf|png|jpe?g|tiff?|heic|bmp|gif|webp|xlsx?|docx?|odt|pptx|csv|txt|html?|xml|rtf|md|eml)$/i;

/**
 * A folder of documents, each with its expectation beside it as JSON of the same name. `dataset.json` gives kind and
 * config where it is there; otherwise both are read off the expectations.
 */
export async function openPairsDataset(folder: string): Promise<DatasetSource> {
  const { pairs, lonely } = await listPairs(folder);
  const manifestFile = path.join(folder, 'dataset.json');
  const entries: DatasetEntry[] = [];
  const expected: JsonValue[] = [];
  for (const { document, json } of pairs) {
    try {
      const item = await readPair(folder, document, json);
      expected.push(item.expectedOutput);
      entries.push({ item });
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      entries.push({ problem: thrown });
    }
  }
  const kind = inferKind(expected);
  const manifest = existsSync(manifestFile)
    ? await readManifest(manifestFile)
    : { name: path.basename(path.resolve(folder)), kind, config: inferConfig(kind, expected) };
  const notices =
    lonely.length === 0
      ? []
      : [
          lonely.length === 1
            ? `${lonely[0]} has no JSON file beside it and is left out`
            : `${lonely.length} documents without a JSON file beside them are left out, such as ${lonely[0]}`,
        ];
  return {
    manifest,
    manifestFile,
    path: folder,
    inferred: !existsSync(manifestFile),
    notices,
    entries: () => toAsync(entries),
  };
}

/** Whether a folder has at least one document with its JSON. */
export async function hasPairs(folder: string): Promise<boolean> {
  return (await listPairs(folder)).pairs.length > 0;
}

async function listPairs(
  folder: string,
): Promise<{ pairs: { document: string; json: string }[]; lonely: string[] }> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
  const jsons = new Map(
    names
      .filter((name) => /\.json$/i.test(name) && name !== 'dataset.json')
      .map((name) => [name.replace(/\.json$/i, ''), name]),
  );
  const pairs: { document: string; json: string }[] = [];
  const lonely: string[] = [];
  for (const document of names.filter((name) => documentEndings.test(name))) {
    const json = jsons.get(document.replace(documentEndings, '')) ?? jsons.get(document);
    if (json === undefined) lonely.push(document);
    else pairs.push({ document, json });
  }
  return { pairs, lonely };
}

async function readPair(folder: string, document: string, json: string): Promise<EvaluationSetItem> {
  const file = path.join(folder, json);
  const value = await readJsonFile(file);
  // Some tools write a list of one result.
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

/** A list at hand, as loaders give it. */
export async function* toAsync(entries: readonly DatasetEntry[]): AsyncGenerator<DatasetEntry> {
  yield* entries;
}
