import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { toolVersion } from '../../base/tool-version.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { processorKindSchema } from '../../model/processor/processor-config.ts';
import { outcomeStates, tones } from '../../model/report/summary.ts';
import type { RecordEntry } from '../../model/results/record-list.ts';

/**
 * The entry of a record in the list of records of `goldset view`. `stamp` states the sizes and times of the record's
 * files when the entry was made.
 */
export interface KnownRecord {
  readonly stamp: string;
  readonly entry: RecordEntry;
}

/**
 * Maximum size of a catalogue file in bytes. A larger file is ignored. The entry of one record takes about 700 bytes.
 */
const maxBytes = 256 * 1024 * 1024;

const found = { key: z.string(), path: z.string() };
const entrySchema = z.discriminatedUnion('state', [
  z.object({ ...found, state: z.literal('damaged'), problem: z.string(), fix: z.string() }),
  z.object({
    ...found,
    state: z.enum(['finished', 'running', 'unfinished']),
    createdAt: z.string(),
    dataset: z.string(),
    processor: z.string(),
    kind: processorKindSchema,
    versions: z.array(z.string()),
    items: z.number(),
    comparable: z.string(),
    headline: z
      .object({
        state: z.enum(outcomeStates),
        sign: z.string(),
        tone: z.enum(tones),
        headline: z.string(),
        measure: z.string().nullable(),
        range: z.string(),
        share: z.number().nullable(),
        newErrors: z.number().nullable(),
      })
      .nullable(),
  }),
]) satisfies z.ZodType<RecordEntry>;
const catalogueSchema = z.object({
  format: z.literal(1),
  /** Version of goldset that wrote the file. Another version of goldset ignores the file. */
  tool: z.string(),
  records: z.array(z.object({ stamp: z.string(), entry: entrySchema })),
});

export function catalogueFile(dir: string): string {
  return path.join(dir, '.goldset', 'catalogue.json');
}

/**
 * Returns the stored entries of a folder, by the path of the record. Returns no entries if the file is missing,
 * unreadable, a link, or written by another version of goldset. The caller must then describe the records again.
 */
export function readCatalogue(dir: string): Map<string, KnownRecord> {
  const file = catalogueFile(dir);
  try {
    const isOwn = lstatSync(path.dirname(file)).isDirectory();
    const facts = lstatSync(file);
    if (!isOwn || !facts.isFile() || facts.size > maxBytes) return new Map();
    const { data } = catalogueSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (data === undefined || data.tool !== toolVersion()) return new Map();
    return new Map(data.records.map((known) => [known.entry.path, known]));
  } catch {
    return new Map();
  }
}

/** Stores the entries of a folder. If the folder cannot be written, does nothing, because the file is only a cache. */
export async function writeCatalogue(dir: string, records: Iterable<KnownRecord>): Promise<void> {
  const file = catalogueFile(dir);
  try {
    // Do not write through a link, because the file would then be in another folder.
    if (lstatSync(path.dirname(file), { throwIfNoEntry: false })?.isSymbolicLink()) return;
    const content = { format: 1, tool: toolVersion(), records: [...records] };
    await writeFileAtomically(file, JSON.stringify(content));
  } catch {
    return;
  }
}
