import { GoldsetError } from '../../base/goldset-error.ts';
import { type DatasetManifest, datasetManifestSchema } from '../../model/dataset/evaluation-set.ts';
import { checkExtractionSchema } from '../../model/processor/json-schema-rules.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';
import { readJsonAs } from './read-json.ts';

const fix = 'Correct dataset.json; docs/datasets.md lists its members.';

/** Reads `dataset.json`. Throws DATASET_INVALID if it, or the extraction schema in it, breaks a rule. */
export async function readManifest(file: string): Promise<DatasetManifest> {
  const manifest = await readJsonAs(file, datasetManifestSchema, fix);
  const invalid = (mismatch: Mismatch) => new GoldsetError('DATASET_INVALID', { file, ...mismatch, fix });
  const { kind, config } = manifest;
  if (config === undefined) return manifest;
  if (config.type !== kind)
    throw invalid({ path: 'config.type', found: config.type, expected: `${kind}, the value of "kind"` });
  const [violation] =
    config.type === 'EXTRACT' && config.schema !== undefined ? checkExtractionSchema(config.schema) : [];
  if (violation === undefined) return manifest;
  throw invalid({
    path: ['config.schema', violation.path].filter(Boolean).join('.'),
    found: 'a schema that breaks a rule',
    expected: `rule ${violation.rule}: ${violation.message}`,
  });
}
