import { z } from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import { invalidJsonLine } from '../base/lines/invalid-json-line.ts';
import { readTextFile } from '../base/read-text-file.ts';
import type { Client } from '../client/create-client.ts';
import { schemaMismatches } from '../model/processor/json-schema-rules.ts';
import { listMismatches, type Mismatch, mismatchesOf } from '../model/processor/mismatch.ts';
import { processorConfigSchema, processorKindSchema } from '../model/processor/processor-config.ts';
import type { ProcessorVersion } from '../model/wire/processor.ts';

/**
 * Creates the processor of a file, unless the target already has a processor of this name and kind. Publishes the
 * missing versions in order, and sets the draft to the config of the file. Calling the function again changes nothing.
 * Returns the id of the processor and the version numbers that this call published.
 */
export async function ensureProcessor(
  client: Client,
  { name, type, config, versions = [] }: ProcessorFile,
  fileName: string,
): Promise<{ readonly id: string; readonly published: readonly string[] }> {
  const found = await client.processors.findByName(name, type);
  const { id } =
    found ?? (await client.processors.create({ name, type, config: versions[0]?.config ?? config }));
  const published: string[] = [];
  for (const [index, { version, description, config }] of versions.entries()) {
    const configMark = `config sha256:${sha256Json(config)}`;
    const existing = (await client.processors.versions(id)).find((one) => one.version === version);
    const invalid = (what: string, expected: string) =>
      new GoldsetError('PROCESSOR_FILE_INVALID', {
        file: fileName,
        path: `versions.${index}`,
        found: what,
        expected,
      });
    if (existing !== undefined) {
      if (isSameConfig(existing, config, configMark)) continue;
      throw invalid(
        `another config than version ${version} on the target`,
        'the published config, or a new version number',
      );
    }
    const created = await client.processors.publish(id, {
      releaseType: version.endsWith('.0') ? 'major' : 'minor',
      description: [description, configMark].filter(Boolean).join(' · '),
      config,
    });
    if (created.version !== version)
      throw invalid(
        `version ${version}, but the target assigned the number ${created.version}`,
        'the next number in order',
      );
    published.push(version);
  }
  const draft = (await client.processors.versions(id)).find(({ version }) => version === 'draft');
  if (canonicalJson(draft?.config) !== canonicalJson(config)) await client.processors.update(id, { config });
  return { id, published };
}

/**
 * Returns whether a version has this config. Compares config hashes. Without a stored hash, compares the configs but
 * ignores members that the service added.
 */
function isSameConfig(version: ProcessorVersion, config: unknown, configMark: string): boolean {
  const storedMark = version.description?.match(/config sha256:[0-9a-f]{64}/)?.[0];
  return storedMark === undefined ? isWithin(config, version.config) : storedMark === configMark;
}

function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return false;
  return Object.entries(part).every(
    ([key, value]) => value === undefined || isWithin(value, (whole as Record<string, unknown>)[key]),
  );
}

/** A processor file: the config of the draft, and the versions to publish before the draft is set. */
export const processorFileSchema = z.looseObject({
  name: z.string().min(1).describe('name of the processor'),
  type: processorKindSchema.describe('kind of the processor'),
  description: z.string().optional().describe('information for readers'),
  config: processorConfigSchema.describe('config of the draft'),
  versions: z
    .array(
      z.looseObject({
        version: z
          .string()
          .regex(/^\d+\.\d+$/, 'a version number such as 1.0')
          .describe('number of the version, such as 1.0'),
        description: z.string().optional(),
        config: processorConfigSchema,
      }),
    )
    .optional()
    .describe('versions to publish before the draft, the oldest first'),
});
export type ProcessorFile = z.infer<typeof processorFileSchema>;

export async function readProcessorFile(file: string): Promise<ProcessorFile> {
  const text = await readTextFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw invalid(file, `line ${invalidJsonLine(text)}`, messageOf(thrown), 'JSON');
  }
  return checkProcessorFile(value, file);
}

/** Validates a processor file and its extraction schemas. Throws PROCESSOR_FILE_INVALID with the mismatches. */
export function checkProcessorFile(value: unknown, file: string): ProcessorFile {
  const parsed = processorFileSchema.safeParse(value);
  const mismatches = parsed.success ? configMismatches(parsed.data) : mismatchesOf(parsed.error, value);
  if (parsed.success && mismatches.length === 0) return parsed.data;
  const { path, found, expected } = listMismatches(mismatches);
  throw invalid(file, path, found, expected);
}

function configMismatches({ type, config, versions = [] }: ProcessorFile): Mismatch[] {
  const configs = [
    ['config', config] as const,
    ...versions.map((version, index) => [`versions.${index}.config`, version.config] as const),
  ];
  return configs.flatMap(([path, one]) =>
    one.type === type
      ? schemaMismatches(one, path)
      : [{ path: `${path}.type`, found: one.type, expected: type }],
  );
}

function invalid(file: string, path: string, found: string, expected: string): GoldsetError {
  return new GoldsetError('PROCESSOR_FILE_INVALID', { file, path, found, expected });
}
