import { GoldsetError } from '../../base/goldset-error.ts';
import { type DatasetManifest, datasetManifestSchema } from '../../model/dataset/evaluation-set.ts';
import { checkExtractionSchema } from '../../model/processor/json-schema-rules.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import { readJsonFile } from './read-json-file.ts';

/** `dataset.json`, checked down to the rules of an extraction schema. */
export async function readManifest(file: string): Promise<DatasetManifest> {
  const value = await readJsonFile(file);
  const parsed = datasetManifestSchema.safeParse(value);
  if (!parsed.success) throw invalid(file, mismatchOf(parsed.error, value));
  const { kind, config } = parsed.data;
  if (config === undefined) return parsed.data;
  if (config.type !== kind)
    throw invalid(file, { path: 'config.type', found: config.type, expected: `${kind}, as "kind" says` });
  if (config.type === 'EXTRACT' && config.schema !== undefined) {
    const [violation] = checkExtractionSchema(config.schema);
    if (violation !== undefined)
      throw invalid(file, {
        path: ['config.schema', violation.path].filter(Boolean).join('.'),
        found: 'a schema that breaks a rule',
        expected: `rule ${violation.rule}: ${violation.message}`,
      });
  }
  return parsed.data;
}

function invalid(file: string, mismatch: { path: string; found: string; expected: string }): GoldsetError {
  return new GoldsetError('DATASET_INVALID', {
    file,
    ...mismatch,
    fix: 'Correct dataset.json; docs/datasets.md shows what it has.',
  });
}
