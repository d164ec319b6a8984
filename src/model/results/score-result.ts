import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';
import { measurementSchema } from './compare-result.ts';

const countsSchema = z.strictObject({
  correct: z.number(),
  incorrect: z.number(),
  missing: z.number(),
  spurious: z.number(),
  absent: z.number(),
  excluded: z.number(),
  unscored: z.number(),
});

/** Result of `goldset score --json`, which is also saved next to the record. */
export const scoreResultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  recordId: z.string(),
  kind: processorKindSchema,
  dataset: z.strictObject({ name: z.string(), checksum: z.string() }),
  scorer: z
    .strictObject({
      fingerprint: z.string(),
      code: z.string(),
      options: z.record(z.string(), z.unknown()),
    })
    .describe('everything that affects scoring'),
  gold: z
    .strictObject({ changedItems: z.array(z.string()) })
    .nullable()
    .describe('items with gold from --gold; null if the gold of the record was used'),
  versions: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      configHash: z.string(),
      items: z.record(z.string(), z.number()).describe('number of planned items, and of items per state'),
      headline: z.array(measurementSchema),
      fields: z.array(
        z.strictObject({
          field: z.string(),
          counts: countsSchema,
          precision: measurementSchema,
          recall: measurementSchema,
          f1: measurementSchema,
        }),
      ),
      classes: z.array(
        z.strictObject({
          label: z.string(),
          support: z.number(),
          precision: measurementSchema,
          recall: measurementSchema,
          f1: measurementSchema,
        }),
      ),
    }),
  ),
  file: z.string().nullable().describe('path of the saved scores; null with --no-save'),
});
export type ScoreResult = z.infer<typeof scoreResultSchema>;
