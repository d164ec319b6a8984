import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { textLines } from '../../base/read-text-file.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import type { DocumentSource } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { mismatchOf, shown } from '../../model/processor/mismatch.ts';
import type { DatasetEntry, DatasetSource } from './dataset-source.ts';
import { readManifest } from './read-manifest.ts';

const tagValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const itemLineSchema = z.strictObject({
  id: z.string().min(1).max(512),
  file: z.string().min(1).optional(),
  fileName: z.string().min(1).optional(),
  fileUrl: z.url({ protocol: /^https?$/ }).optional(),
  fileId: z.string().min(1).optional(),
  text: z.string().optional(),
  expectedOutput: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  tags: z.record(z.string(), tagValue).optional(),
  /** For people; not read. */
  comment: z.unknown().optional(),
});
type ItemLine = z.infer<typeof itemLineSchema>;

const itemFix =
  'An item is one line {"id", "file" | "fileUrl" | "fileId" | "text", "expectedOutput", "tags"?}.';

/** The native format: a folder with `dataset.json` and `items.jsonl`, one item a line, and files beside it. */
export async function openNativeDataset(folder: string): Promise<DatasetSource> {
  const manifestFile = path.join(folder, 'dataset.json');
  const itemsFile = path.join(folder, 'items.jsonl');
  const manifest = await readManifest(manifestFile);
  if (!existsSync(itemsFile))
    throw new GoldsetError('FILE_NOT_FOUND', { file: itemsFile, relativeTo: process.cwd() });
  return {
    manifest,
    manifestFile,
    path: folder,
    notices: [],
    entries: () => readItems(folder, itemsFile),
  };
}

async function* readItems(folder: string, file: string): AsyncGenerator<DatasetEntry> {
  const inside = new InsideFolder(folder);
  for await (const { text, line } of textLines(file)) {
    try {
      const item = checkLine(file, line, parseLine(file, line, text));
      const source = sourceOf(item, inside, file, line);
      yield {
        item: {
          id: item.id,
          source,
          expectedOutput: item.expectedOutput as JsonValue,
          tags: item.tags ?? {},
          origin: { file, line },
        },
      };
    } catch (thrown) {
      if (!(thrown instanceof GoldsetError)) throw thrown;
      yield { problem: thrown };
    }
  }
}

function parseLine(file: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new GoldsetError(
      'DATASET_LINE_INVALID',
      {
        file,
        line,
        path: 'the line',
        found: `${shown(text)} (${messageOf(thrown)})`,
        expected: 'one JSON object',
        fix: `Correct the JSON of line ${line}; a line break inside a text is written \\n.`,
      },
      { cause: thrown },
    );
  }
}

function checkLine(file: string, line: number, value: unknown): ItemLine {
  const parsed = itemLineSchema.safeParse(value);
  const refuse = (mismatch: { path: string; found: string; expected: string }): GoldsetError =>
    new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, fix: itemFix });
  if (!parsed.success) throw refuse(mismatchOf(parsed.error, value));
  const { file: document, fileUrl, fileId, text } = parsed.data;
  const given = Object.entries({ file: document, fileUrl, fileId, text })
    .filter(([, source]) => source !== undefined)
    .map(([name]) => name);
  if (given.length !== 1)
    throw refuse({
      path: 'the document',
      found: given.length === 0 ? 'none' : given.join(' and '),
      expected: 'exactly one of file, fileUrl, fileId, text',
    });
  return parsed.data;
}

function sourceOf(item: ItemLine, inside: InsideFolder, itemsFile: string, line: number): DocumentSource {
  if (item.text !== undefined) return { kind: 'text', text: item.text };
  if (item.fileId !== undefined) return { kind: 'fileId', fileId: item.fileId };
  if (item.fileUrl !== undefined) {
    const last = new URL(item.fileUrl).pathname.split('/').at(-1) ?? '';
    return { kind: 'url', url: item.fileUrl, name: item.fileName ?? (last || item.id) };
  }
  const relative = item.file ?? '';
  const absolute = inside.resolve(relative, `${itemsFile}, line ${line}`);
  return { kind: 'file', path: absolute, name: item.fileName ?? path.basename(absolute) };
}
