import { z } from 'zod';
import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import { invalidJsonLine } from '../base/lines/invalid-json-line.ts';
import { readTextFile } from '../base/read-text-file.ts';
import type { Client } from '../client/create-client.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json/json-value.ts';
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
        `a config that differs from version ${version} on the target`,
        'the published config, or a new version number',
      );
    }
    const created = await client.processors.publish(id, {
      releaseType: version.endsWith('.0') ? 'major' : 'minor',
      description: [description, configMark].filter(Boolean).join(' · '),
      config,
    });
    if (created.version !== version)
      throw invalid(version, `${created.version}, the number that the target assigned to this version`);
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

const versionSchema = z.looseObject({
  version: z
    .string()
    .regex(/^\d+\.\d+$/, 'a version number such as 1.0')
    .describe('number of the version, such as 1.0'),
  description: z.string().optional(),
  config: processorConfigSchema,
});

/** A processor file: the config of the draft, and the versions to publish before the draft is set. */
export const processorFileSchema = z.looseObject({
  name: z.string().min(1).describe('name of the processor'),
  type: processorKindSchema.describe('kind of the processor'),
  description: z.string().optional().describe('information for readers'),
  config: processorConfigSchema.describe('config of the draft'),
  versions: z
    .array(versionSchema)
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

/**
 * The processor file as a person writes it. A config can extend a published version of the file: it then names this
 * version and contains only the members that differ from it.
 */
const extendedConfigSchema = z.looseObject({
  extends: z
    .string()
    .describe(
      'number of an earlier version in this file; this config inherits the members of the config of that version',
    ),
});
const writtenConfigSchema = z.union([processorConfigSchema, extendedConfigSchema]);
export const writtenProcessorFileSchema = processorFileSchema.extend({
  config: writtenConfigSchema.describe('config of the draft'),
  versions: z
    .array(z.looseObject({ ...versionSchema.shape, config: writtenConfigSchema }))
    .optional()
    .describe('versions to publish before the draft, the oldest first'),
});

/**
 * Completes each config that extends a version of the file: adds the members of this version that the config does not
 * state. A member that the config states replaces the whole member of the version. Throws PROCESSOR_FILE_INVALID if no
 * earlier version has this number.
 */
function withExtendedConfigs(value: unknown, file: string): unknown {
  if (!isJsonObject(value)) return value;
  const known = new Map<unknown, JsonObject>();
  const whole = (config: JsonValue | undefined, path: string) => {
    if (!isJsonObject(config) || config.extends === undefined) return config;
    const { extends: version, ...own } = config;
    const base = known.get(version);
    if (base !== undefined) return { ...base, ...own };
    const expected =
      known.size === 0
        ? 'a whole config, because the file has no earlier version'
        : [...known.keys()].join(' or ');
    throw invalid(file, `${path}.extends`, JSON.stringify(version), expected);
  };
  const { versions } = value;
  const published = Array.isArray(versions)
    ? versions.map((one, index) => {
        if (!isJsonObject(one)) return one;
        const config = whole(one.config, `versions.${index}.config`);
        if (isJsonObject(config)) known.set(one.version, config);
        return { ...one, config };
      })
    : versions;
  const config = whole(value.config, 'config');
  return { ...value, ...(published !== undefined && { versions: published }), config };
}

/** Validates a processor file and its extraction schemas. Throws PROCESSOR_FILE_INVALID with the mismatches. */
export function checkProcessorFile(written: unknown, file: string): ProcessorFile {
  const value = withExtendedConfigs(written, file);
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
