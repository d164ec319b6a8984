import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** How often a field's value is left out, changed, or made up where there is none. */
export const fieldPlantSchema = z.object({
  drop: rate.optional(),
  alter: rate.optional(),
  invent: rate.optional(),
});
export type FieldInjection = z.infer<typeof fieldPlantSchema>;

/**
 * Errors to plant in the outputs of one processor, so that it is known what a measurement must find. The same seed,
 * file and rates give the same errors, whatever the run. Ours, below `/local/`.
 */
export const plantSettingsSchema = z.object({
  processorId: z.string().min(1),
  /** Only in runs of this version (`draft` or a number); absent: of every version. */
  version: z.string().min(1).optional(),
  seed: z.union([z.string().max(200), z.int()]).optional(),
  /**
   * By field path without row numbers (`total`, `seller.name`, `line_items.amount`); `*` stands for every value that
   * has no entry of its own. An entry for an array itself drops and invents whole rows.
   */
  fields: z.record(z.string().min(1), fieldPlantSchema).optional(),
  /** What becomes of the confidences, after the errors are planted. */
  confidence: z
    .object({
      /** `engine`: start from the engine's; `planted`: from the share of values with this path that is left right. */
      base: z.enum(['engine', 'planted']).optional(),
      /** Above 0: over-confident, moved so far towards 1; below 0: under-confident, moved so far towards 0. */
      shift: z.number().min(-1).max(1).optional(),
    })
    .optional(),
  /** By class id of the engine's answer: the chances with which another class id is answered; the rest stays. */
  confusion: z.record(z.string(), z.record(z.string(), rate)).optional(),
  splits: z
    .object({
      /** A boundary moves by one page. */
      shift: rate.optional(),
      /** A boundary is missed: two documents become one. */
      miss: rate.optional(),
      /** A boundary is made up within a document of several pages. */
      invent: rate.optional(),
    })
    .optional(),
});
export type InjectionSettings = z.infer<typeof plantSettingsSchema>;

export const injectionResponseSchema = plantSettingsSchema.extend({
  object: z.literal('plant'),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** One thing that was planted in a run. */
export interface InjectedError {
  readonly plantId: string;
  readonly kind:
    | 'drop'
    | 'alter'
    | 'invent'
    | 'drop-row'
    | 'invent-row'
    | 'confidence'
    | 'class'
    | 'boundary-shift'
    | 'boundary-miss'
    | 'boundary-invent';
  /** Where in the output before planting, with row numbers; a page for a boundary. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}
