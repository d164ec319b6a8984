import { z } from 'zod';
import { GoldsetError } from '../../base/goldset-error.ts';
import { textLines } from '../../base/read-text-file.ts';
import { strictObject } from '../../model/processor/mismatch.ts';
import { type ExtractConfig, extractConfigSchema } from '../../model/processor/processor-config.ts';
import { workflowRunSchema } from '../../model/wire/workflow-run.ts';
import { parseJsonLine, readJsonAs } from '../reading/read-json.ts';

const pages = { startPage: z.int().min(1), endPage: z.int().min(1) };

/**
 * One line of the file: the gold of a packet, and either its workflow run or the documents that the workflow returned.
 */
const packetLineSchema = strictObject({
  id: z.string().min(1),
  gold: z.array(strictObject({ type: z.string().min(1), ...pages, expected: z.unknown() })).min(1),
  predicted: z.array(strictObject({ type: z.string(), ...pages, output: z.unknown() })).optional(),
  workflowRun: workflowRunSchema.optional(),
  withGoldSplits: z.array(strictObject({ type: z.string(), output: z.unknown() })).optional(),
  withGoldClasses: z.array(strictObject({ output: z.unknown() })).optional(),
})
  .refine(({ predicted, workflowRun }) => (predicted === undefined) !== (workflowRun === undefined), {
    path: ['predicted'],
    message: 'exactly one of "predicted" and "workflowRun"',
  })
  .refine(
    ({ gold, withGoldSplits: one, withGoldClasses: other }) =>
      [one, other].every((list) => list === undefined || list.length === gold.length),
    { path: ['withGoldSplits'], message: 'one entry per gold document' },
  );
export type PacketLine = z.infer<typeof packetLineSchema>;

const fix =
  'Write one packet per line: {"id", "gold": [{"type", "startPage", "endPage", "expected"}], "predicted": [{"type", "startPage", "endPage", "output"}] or "workflowRun"}.';

/** Reads a JSON lines file of packets. Throws DATASET_LINE_INVALID at the first invalid line. */
export async function readAttributionPackets(file: string): Promise<PacketLine[]> {
  const packets: PacketLine[] = [];
  for await (const { text, line } of textLines(file))
    packets.push(parseJsonLine({ file, line, text, fix }, packetLineSchema));
  if (packets.length === 0) throw new GoldsetError('DATASET_EMPTY', { path: file });
  return packets;
}

/** Reads a JSON file that maps each class to the extraction config of its documents. Omits classes with `null`. */
export async function readConfigsByClass(file: string): Promise<Map<string, ExtractConfig>> {
  const configs = await readJsonAs(
    file,
    z.record(z.string(), extractConfigSchema.nullable()),
    'Write {"<class>": {"type": "EXTRACT", "schema": ...}, "<class without extraction>": null}.',
  );
  return new Map(
    Object.entries(configs).flatMap(([type, config]) => (config === null ? [] : [[type, config]])),
  );
}
