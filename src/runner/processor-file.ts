import { z } from 'zod';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { readTextFile } from '../base/read-text-file.ts';
import { checkExtractionSchema } from '../model/processor/json-schema-rules.ts';
import { mismatchOf } from '../model/processor/mismatch.ts';
import { processorConfigSchema, processorKindSchema } from '../model/processor/processor-config.ts';

/** A processor file: the config of the draft, and the versions to publish before it. */
const processorFileSchema = z.looseObject({
  name: z.string().min(1),
  type: processorKindSchema,
  description: z.string().optional(),
  config: processorConfigSchema,
  versions: z
    .array(
      z.looseObject({
        version: z.string().regex(/^\d+\.\d+$/, 'a version number such as 1.0'),
        description: z.string().optional(),
        config: processorConfigSchema,
      }),
    )
    .optional(),
});
export type ProcessorFile = z.infer<typeof processorFileSchema>;

export async function readProcessorFile(file: string): Promise<ProcessorFile> {
  const text = await readTextFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw invalid(file, 'the file', messageOf(thrown), 'JSON');
  }
  return checkProcessorFile(value, file);
}

/** Validates a processor file, including the rules of extraction schemas. PROCESSOR_FILE_INVALID names the first fault. */
export function checkProcessorFile(value: unknown, file: string): ProcessorFile {
  const parsed = processorFileSchema.safeParse(value);
  if (!parsed.success) {
    const { path, found, expected } = mismatchOf(parsed.error, value);
    throw invalid(file, path, found, expected);
  }
  const { data } = parsed;
  const versions = data.versions ?? [];
  const configs = [
    ['config', data.config] as const,
    ...versions.map(({ config }, index) => [`versions.${index}.config`, config] as const),
  ];
  for (const [path, config] of configs) {
    if (config.type !== data.type) throw invalid(file, `${path}.type`, config.type, data.type);
    if (config.type !== 'EXTRACT' || config.schema === undefined) continue;
    const [violation] = checkExtractionSchema(config.schema);
    if (violation !== undefined)
      throw invalid(
        file,
        `${path}.schema${violation.path === '' ? '' : `.${violation.path}`}`,
        'a schema that violates a rule',
        `rule ${violation.rule}: ${violation.message}`,
      );
  }
  return data;
}

function invalid(file: string, path: string, found: string, expected: string): GoldsetError {
  return new GoldsetError('PROCESSOR_FILE_INVALID', { file, path, found, expected });
}
