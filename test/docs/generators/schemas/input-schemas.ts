import { z } from 'zod';
import { itemLineSchema } from '../../../../src/loaders/formats/native-dataset.ts';
import { datasetManifestSchema } from '../../../../src/model/dataset/evaluation-set.ts';
import { gatePolicySchema } from '../../../../src/model/gate/gate-policy.ts';
import { writtenProcessorFileSchema } from '../../../../src/runner/ensure-processor.ts';
import { configSchema } from '../../../../src/usecases/settings/config.ts';

/** Title and schema of each file that users write. The key is the name of the schema file in docs/schemas/input. */
const inputs = {
  'config.json': ['Configuration of goldset (goldset.config.yaml or .json)', configSchema],
  'dataset.json': ['Description of a dataset in the native format (dataset.json)', datasetManifestSchema],
  'item.json': ['One line of items.jsonl: a document with its expected output', itemLineSchema],
  'policy.json': ['Policy of goldset gate', gatePolicySchema],
  'processor.json': [
    'Processor file: the config of the draft, and versions to publish before it',
    writtenProcessorFileSchema,
  ],
} as const satisfies Record<string, readonly [title: string, schema: z.ZodType]>;

/**
 * Returns the JSON Schemas of the files that users write, as texts by file name. They use draft 7, which all editors
 * support.
 */
export function inputSchemas(): Map<string, string> {
  return new Map(
    Object.entries(inputs).map(([name, [title, schema]]) => {
      const { $schema, ...members } = z.toJSONSchema(schema, {
        target: 'draft-7',
        io: 'input',
        unrepresentable: 'any',
      }) as { $schema: string; properties: Record<string, unknown> };
      const address = { type: 'string', description: 'Address of this JSON Schema. Only editors use it.' };
      const properties =
        name === 'item.json' ? members.properties : { $schema: address, ...members.properties };
      return [name, `${JSON.stringify({ $schema, title, ...members, properties }, null, 2)}\n`] as const;
    }),
  );
}
