import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError } from '../../base/goldset-error.ts';
import { resolveInside } from '../../base/safe-path.ts';
import { type Mismatch, mismatchOf } from '../../model/processor/mismatch.ts';
import type { Classification } from '../../model/processor/processor-config.ts';
import type { DatasetEntry, DatasetSource } from './dataset-source.ts';
import { inWords, slug } from './infer-config.ts';
import { toAsync } from './pairs-dataset.ts';
import { readJsonFile } from './read-json-file.ts';

const packetSchema = z.looseObject({
  file: z.string().min(1),
  pages: z.int().min(1).optional(),
  documents: z
    .array(z.looseObject({ type: z.string().min(1), startPage: z.int().min(1), endPage: z.int().min(1) }))
    .min(1),
});
type Packet = z.infer<typeof packetSchema>;

/**
 * A list of packets, `packets.json` or `labels.json`: `[{file, pages?, documents: [{type, startPage, endPage}]}]`,
 * pages from 1, both ends inside. The types that occur become the classes of the config.
 */
export async function openPacketsDataset(target: string): Promise<DatasetSource> {
  const file = (await stat(target)).isDirectory() ? listIn(target) : target;
  const folder = path.dirname(file);
  const value = await readJsonFile(file);
  const fix = 'A packet is {"file", "pages"?, "documents": [{"type", "startPage", "endPage"}]}.';
  const invalid = (mismatch: Mismatch) => new GoldsetError('DATASET_INVALID', { file, ...mismatch, fix });
  const list = z.array(z.unknown()).safeParse(value);
  if (!list.success) throw invalid(mismatchOf(list.error, value));
  const entries: DatasetEntry[] = [];
  const types = new Map<string, Classification>();
  for (const [index, one] of list.data.entries()) {
    const parsed = packetSchema.safeParse(one);
    const fault = parsed.success ? pageFault(parsed.data) : mismatchOf(parsed.error, one);
    if (!parsed.success || fault !== null) {
      entries.push({ problem: invalid({ ...(fault as Mismatch), path: `[${index}].${fault?.path}` }) });
      continue;
    }
    for (const { type } of parsed.data.documents)
      if (!types.has(type)) types.set(type, { id: uniqueId(type, types), type, description: inWords(type) });
    entries.push(await entryOf(parsed.data, folder, file, types));
  }
  const splitClassifications = [...types.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    manifest: {
      name: path.basename(folder),
      kind: 'SPLITTER',
      ...(splitClassifications.length === 0
        ? {}
        : {
            config: {
              type: 'SPLITTER',
              baseProcessor: 'splitter_performance',
              splitClassifications,
            } as const,
          }),
    },
    manifestFile: file,
    path: target,
    notices: [],
    entries: () => toAsync(entries),
  };
}

function listIn(folder: string): string {
  const found = ['packets.json', 'labels.json'].map((name) => path.join(folder, name)).find(existsSync);
  if (found !== undefined) return found;
  throw new GoldsetError('FILE_NOT_FOUND', {
    file: path.join(folder, 'packets.json'),
    relativeTo: process.cwd(),
  });
}

async function entryOf(
  packet: Packet,
  folder: string,
  file: string,
  types: ReadonlyMap<string, Classification>,
): Promise<DatasetEntry> {
  try {
    const absolute = await resolveInside(folder, packet.file, file);
    return {
      item: {
        id: packet.file.replace(/\.[^./]+$/, ''),
        source: { kind: 'file', path: absolute, name: path.basename(absolute) },
        expectedOutput: {
          splits: packet.documents.map(({ type, startPage, endPage }) => ({
            classificationId: types.get(type)?.id ?? slug(type),
            type,
            startPage,
            endPage,
          })),
        },
        tags: {},
        origin: { file },
      },
    };
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return { problem: thrown };
    throw thrown;
  }
}

/** The first page number that cannot be. */
function pageFault({ documents, pages }: Packet): Mismatch | null {
  for (const [index, { startPage, endPage }] of documents.entries()) {
    const at = (key: string) => `documents.${index}.${key}`;
    if (endPage < startPage)
      return { path: at('endPage'), found: String(endPage), expected: `${startPage} or later` };
    if (pages !== undefined && endPage > pages)
      return {
        path: at('endPage'),
        found: String(endPage),
        expected: `at most ${pages}, the pages of the packet`,
      };
  }
  return null;
}

/** Two types may differ in signs that an id leaves out. */
function uniqueId(type: string, types: ReadonlyMap<string, Classification>): string {
  const taken = new Set([...types.values()].map(({ id }) => id));
  const id = slug(type);
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? id : `${id}_${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
