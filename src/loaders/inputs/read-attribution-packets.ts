import { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { mismatchOf, shown } from '../../model/processor/mismatch.ts';
import { type ExtractConfig, extractConfigSchema } from '../../model/processor/processor-config.ts';
import { workflowRunSchema } from '../../model/wire/workflow-run.ts';
import { readJsonFile } from '../formats/read-json-file.ts';

const pages = { startPage: z.int().min(1), endPage: z.int().min(1) };

/** One line of a staged file: the gold of a packet, and the workflow run of it or the documents that were found in it. */
const stagedLineSchema = z
  .strictObject({
    id: z.string().min(1),
    gold: z.array(z.strictObject({ type: z.string().min(1), ...pages, expected: z.unknown() })).min(1),
    found: z.array(z.strictObject({ type: z.string(), ...pages, output: z.unknown() })).optional(),
    workflowRun: workflowRunSchema.optional(),
    withGoldSplits: z.array(z.strictObject({ type: z.string(), output: z.unknown() })).optional(),
    withGoldClasses: z.array(z.strictObject({ output: z.unknown() })).optional(),
  })
  .refine(({ found, workflowRun }) => (found === undefined) !== (workflowRun === undefined), {
    path: ['found'],
    message: 'exactly one of found and workflowRun',
  })
  .refine(
    ({ gold, withGoldSplits: one, withGoldClasses: other }) =>
      [one, other].every((list) => list === undefined || list.length === gold.length),
    {
      path: ['withGoldSplits'],
      message: 'one entry for each gold document',
    },
  );
export type StagedLine = z.infer<typeof stagedLineSchema>;

const fix =
  'A line is {"id", "gold": [{"type", "startPage", "endPage", "expected"}], "found": [{"type", "startPage", "endPage", "output"}] or "workflowRun"}.';

/** Reads a JSON lines file of packets; DATASET_LINE_INVALID names the first line that is none. */
export async function readAttributionPackets(file: string): Promise<StagedLine[]> {
  const lines = (await readTextFile(file)).split('\n');
  const packets: StagedLine[] = [];
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const value = parsed(file, at + 1, text);
    const line = stagedLineSchema.safeParse(value);
    if (!line.success)
      throw new GoldsetError('DATASET_LINE_INVALID', {
        file,
        line: at + 1,
        ...mismatchOf(line.error, value),
        fix,
      });
    packets.push(line.data);
  }
  if (packets.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: file });
  return packets;
}

function parsed(file: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const found = `${shown(text)} (${messageOf(thrown)})`;
    throw new GoldsetError('DATASET_LINE_INVALID', {
      file,
      line,
      path: 'the line',
      found,
      expected: 'one JSON object',
      fix,
    });
  }
}

/** A JSON file from class to the extraction config of its documents; null for a class without one. */
export async function readConfigsByClass(file: string): Promise<Map<string, ExtractConfig>> {
  const value = await readJsonFile(file);
  const read = z.record(z.string(), extractConfigSchema.nullable()).safeParse(value);
  if (!read.success)
    throw new GoldsetError('DATASET_INVALID', {
      file,
      ...mismatchOf(read.error, value),
      fix: 'Write {"<class>": {"type": "EXTRACT", "schema": ...}, "<class without extraction>": null}.',
    });
  return new Map(
    Object.entries(read.data).flatMap(([type, config]) => (config === null ? [] : [[type, config]])),
  );
}
