import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError } from '../../base/goldset-error.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import { type Mismatch, mismatchOf } from '../../model/processor/mismatch.ts';
import type { Classification } from '../../model/processor/processor-config.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { inWords, slug, unusedName } from '../reading/names.ts';
import { readJsonAs } from '../reading/read-json.ts';

const packetSchema = z.looseObject({
  file: z.string().min(1),
  pages: z.int().min(1).optional(),
  documents: z
    .array(z.looseObject({ type: z.string().min(1), startPage: z.int().min(1), endPage: z.int().min(1) }))
    .min(1)
    .nullish(),
});
type Packet = z.infer<typeof packetSchema>;

const fix = 'Write each packet as {"file", "pages"?, "documents": [{"type", "startPage", "endPage"}]}.';
const listNames = ['packets.json', 'labels.json'];

/**
 * A JSON list of packets, which are files that contain several documents. Page ranges count from 1 and include their
 * first and last page. The document types become the classes.
 */
export const packetsLoader = defineLoader({
  name: 'packets',
  doc: '`packets.json` or `labels.json`: `[{file, pages?, documents?: [{type, startPage, endPage}]}]`',
  withoutGold: 'a packet without `documents`',
  recognise: ({ path: input, names }) =>
    names === null
      ? /\.json$/i.test(input) && path.basename(input) !== 'dataset.json'
      : !names.includes('items.jsonl') && listNames.some((name) => names.includes(name)),
  open: async (input) => {
    const file = (await stat(input)).isDirectory() ? listIn(input) : input;
    const folder = path.dirname(file);
    const list = await readJsonAs(file, z.array(z.unknown()), fix);
    const inside = new InsideFolder(folder);
    const types = new Map<string, Classification>();
    const entries: DatasetEntry[] = [];
    for (const [index, one] of list.entries())
      entries.push(await entryOf(() => readPacket(one, index, file, inside, types)));
    const splitClassifications = [...types.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const config = { type: 'SPLITTER', baseProcessor: 'splitter_performance', splitClassifications } as const;
    return {
      manifest: {
        name: path.basename(folder),
        kind: 'SPLITTER',
        ...(splitClassifications.length === 0 ? {} : { config }),
      },
      manifestFile: file,
      path: input,
      notices: [],
      entries: () => entries,
    };
  },
});

function listIn(folder: string): string {
  const found = listNames.map((name) => path.join(folder, name)).find(existsSync);
  if (found !== undefined) return found;
  throw new GoldsetError('FILE_NOT_FOUND', {
    file: path.join(folder, 'packets.json'),
    relativeTo: process.cwd(),
  });
}

/** Returns the item of a packet. Adds the document types of the packet to `types`. */
function readPacket(
  value: unknown,
  index: number,
  file: string,
  inside: InsideFolder,
  types: Map<string, Classification>,
): EvaluationSetItem {
  const parsed = packetSchema.safeParse(value);
  const mismatch = parsed.success ? pageMismatch(parsed.data) : mismatchOf(parsed.error, value);
  if (!parsed.success || mismatch !== null) {
    const at = `[${index}].${mismatch?.path}`;
    throw new GoldsetError('DATASET_INVALID', { file, ...(mismatch as Mismatch), path: at, fix });
  }
  const { file: document, documents } = parsed.data;
  for (const { type } of documents ?? [])
    if (!types.has(type)) {
      const used = new Set([...types.values()].map(({ id }) => id));
      const id = unusedName(slug(type), (name) => used.has(name));
      types.set(type, { id, type, description: inWords(type) });
    }
  const absolute = inside.resolve(document, file);
  return {
    id: document.replace(/\.[^./]+$/, ''),
    source: { kind: 'file', path: absolute, name: path.basename(absolute) },
    expectedOutput: documents
      ? {
          splits: documents.map(({ type, startPage, endPage }) => ({
            classificationId: types.get(type)?.id ?? slug(type),
            type,
            startPage,
            endPage,
          })),
        }
      : null,
    tags: {},
    origin: { file },
  };
}

/** Returns the mismatch of the first invalid page number; `null` if all page numbers are valid. */
function pageMismatch({ documents, pages }: Packet): Mismatch | null {
  for (const [index, { startPage, endPage }] of (documents ?? []).entries()) {
    const mismatch = { path: `documents.${index}.endPage`, found: String(endPage) };
    if (endPage < startPage) return { ...mismatch, expected: `${startPage} or later` };
    if (pages !== undefined && endPage > pages)
      return { ...mismatch, expected: `at most ${pages}, the number of pages of the packet` };
  }
  return null;
}
