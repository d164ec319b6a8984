import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError } from '../../base/goldset-error.ts';
import { textLines } from '../../base/read-text-file.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import { valueAt } from '../../base/value-path.ts';
import { type DatasetManifest, type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import { extractPlace } from '../../model/dataset/extract-place.ts';
import { type GoldSource, itemGoldSourceSchema } from '../../model/dataset/gold-source.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import { type NotScored, notScoredSchema } from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { strictObject } from '../../model/processor/mismatch.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { documentSource, sourceMismatch } from '../reading/document-source.ts';
import { type JsonLine, parseJsonLine, readManifest } from '../reading/read-json.ts';

const tagValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
export const itemLineSchema = strictObject({
  id: z.string().min(1).max(512).describe('unique id of the item'),
  file: z.string().min(1).optional().describe('document: a path inside the folder of the dataset'),
  fileName: z.string().min(1).optional().describe('name of the document that the service gets'),
  fileUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('document: an address'),
  fileId: z.string().min(1).optional().describe('document: a file that is already on the service'),
  text: z.string().optional().describe('document: its text'),
  expectedOutput: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .describe('the gold, as an output of the service; not set for an item without gold'),
  notScored: notScoredSchema.optional().describe('paths of values that are not scored, each with its reason'),
  tags: z.record(z.string(), tagValue).optional().describe('each tag value becomes a slice of the report'),
  goldSource: itemGoldSourceSchema.optional().describe('the version that proposed the labels of this item'),
  comment: z.unknown().optional().describe('a remark for readers; goldset ignores it'),
});

const fix =
  'Write one item per line: {"id", "file" | "fileUrl" | "fileId" | "text", "expectedOutput"?, "notScored"?, "tags"?}, with line breaks in texts as \\n.';

/** The native format: `dataset.json`, and `items.jsonl` with one item per line. */
export const nativeLoader = defineLoader({
  name: 'native',
  doc: 'folder with `dataset.json` and `items.jsonl`',
  withoutGold: 'a line without `expectedOutput`, or with `null`',
  recognise: ({ path: input, names }) =>
    names?.includes('items.jsonl') ?? ['items.jsonl', 'dataset.json'].includes(path.basename(input)),
  open: async (input) => {
    const folder = ['items.jsonl', 'dataset.json'].includes(path.basename(input))
      ? path.dirname(input)
      : input;
    const manifestFile = path.join(folder, 'dataset.json');
    const file = path.join(folder, 'items.jsonl');
    const manifest = await readManifest(manifestFile);
    if (!existsSync(file)) throw new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: process.cwd() });
    return {
      manifest,
      manifestFile,
      path: folder,
      notices: [],
      entries: () => readItems(folder, file, manifest),
    };
  },
});

async function* readItems(
  folder: string,
  file: string,
  manifest: DatasetManifest,
): AsyncGenerator<DatasetEntry> {
  const inside = new InsideFolder(folder);
  for await (const { text, line } of textLines(file))
    yield entryOf(() => readItem({ file, line, text, fix }, inside, manifest));
}

function readItem(place: JsonLine, inside: InsideFolder, manifest: DatasetManifest): EvaluationSetItem {
  const { file, line } = place;
  const item = parseJsonLine(place, itemLineSchema);
  const mismatch = sourceMismatch(item);
  if (mismatch !== null) throw new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, fix });
  const goldSource = goldSourceOf(item, manifest, place);
  const notScored = notScoredOf(item, manifest, place);
  return {
    id: item.id,
    source: documentSource(item, inside, `${file}, line ${line}`, item.id),
    expectedOutput: (item.expectedOutput ?? null) as JsonValue,
    ...(notScored && { notScored }),
    tags: item.tags ?? {},
    ...(goldSource && { goldSource }),
    origin: { file, line },
  };
}

/**
 * Returns `notScored` of a line: the paths of values that are not scored. Returns `undefined` if the line has no
 * `notScored`. Throws DATASET_LINE_INVALID in four cases: the kind of the dataset is not EXTRACT, the line has no gold,
 * a path names a whole row, or the gold has a value at one of the paths.
 */
function notScoredOf(
  { notScored, expectedOutput }: z.infer<typeof itemLineSchema>,
  manifest: DatasetManifest,
  { file, line }: JsonLine,
): NotScored | undefined {
  const paths = Object.keys(notScored ?? {});
  if (notScored === undefined || paths.length === 0) return undefined;
  const invalid = (details: { path: string; found: string; expected: string; fix: string }) =>
    new GoldsetError('DATASET_LINE_INVALID', { file, line, ...details });
  if (manifest.kind !== 'EXTRACT')
    throw invalid({
      path: 'notScored',
      found: `"notScored" in a dataset for ${manifest.kind}`,
      expected: 'a dataset for EXTRACT',
      fix: 'Remove "notScored". To leave out an item, remove its "expectedOutput".',
    });
  if (!hasGold({ expectedOutput }))
    throw invalid({
      path: 'notScored',
      found: 'values that are not scored, but no "expectedOutput"',
      expected: 'both, or neither',
      fix: 'Add "expectedOutput", or remove "notScored".',
    });
  const row = paths.find((at) => at.endsWith(']'));
  if (row !== undefined)
    throw invalid({
      path: `notScored.${row}`,
      found: 'the path of a row',
      expected: 'the path of a named value, such as line_items[1].amount',
      fix: 'Name the values of the row, or the whole table.',
    });
  const labelled = paths.find(
    (at) => valueAt(expectedOutput, extractPlace(expectedOutput, at).value) !== undefined,
  );
  if (labelled === undefined) return notScored;
  throw invalid({
    path: `notScored.${labelled}`,
    found: 'a value that "expectedOutput" also has',
    expected: 'the path in "expectedOutput" or in "notScored", not in both',
    fix: 'Remove the value from "expectedOutput", or the path from "notScored".',
  });
}

/**
 * Returns how the gold of a line was made; `undefined` if the line has no `goldSource`. If the line does not name the
 * proposer of its labels, takes the proposer from the dataset. Throws DATASET_LINE_INVALID if neither the line nor the
 * dataset names a proposer, or if the line has no gold.
 */
function goldSourceOf(
  { goldSource, expectedOutput }: z.infer<typeof itemLineSchema>,
  manifest: DatasetManifest,
  { file, line }: JsonLine,
): GoldSource | undefined {
  if (goldSource === undefined) return undefined;
  const invalid = (details: { path: string; found: string; expected: string; fix: string }) =>
    new GoldsetError('DATASET_LINE_INVALID', { file, line, ...details });
  if (!hasGold({ expectedOutput }))
    throw invalid({
      path: 'goldSource',
      found: '"goldSource", but no "expectedOutput"',
      expected: 'both, or neither',
      fix: 'Add "expectedOutput", or remove "goldSource".',
    });
  const proposedBy = goldSource.proposedBy ?? manifest.goldSource?.proposedBy;
  if (proposedBy !== undefined) return { ...goldSource, proposedBy };
  throw invalid({
    path: 'goldSource.proposedBy',
    found: 'nothing',
    expected: 'the processor version that proposed the labels, here or in dataset.json',
    fix: 'Add "goldSource": {"proposedBy": {"processor", "version"}} to dataset.json.',
  });
}
