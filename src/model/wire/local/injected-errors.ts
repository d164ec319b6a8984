import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** Rates at which values of a field are dropped or altered, and at which an empty field gets a value. */
const fieldInjectionSchema = z.object({
  drop: rate.optional(),
  alter: rate.optional(),
  add: rate.optional(),
});
export type FieldInjection = z.infer<typeof fieldInjectionSchema>;

/**
 * Errors to inject into the outputs of one processor, so that tests know which errors exist. The same seed, file and
 * rates give the same errors in every run. Only the local service supports this.
 */
export const injectionSettingsSchema = z.object({
  processorId: z.string().min(1),
  /**
   * Version whose runs get errors (`draft` or a number). If `version` is not set, the runs of every version get errors.
   */
  version: z.string().min(1).optional(),
  seed: z.union([z.string().max(200), z.int()]).optional(),
  /**
   * Rates per field path, such as `line_items.amount`. `*` applies to all fields without their own rates,
   * except arrays. The rates of an array apply to whole rows.
   */
  fields: z.record(z.string().min(1), fieldInjectionSchema).optional(),
  /** How to adjust the confidences after error injection. */
  confidence: z
    .object({
      /**
       * `engine`: the confidence of the engine; `injected`: the share of values at this path that error injection
       * leaves unchanged.
       */
      base: z.enum(['engine', 'injected']).optional(),
      /**
       * A positive value moves each confidence towards 1, and a negative value towards 0. The absolute value is the
       * share of the distance by which the confidence moves.
       */
      shift: z.number().min(-1).max(1).optional(),
    })
    .optional(),
  /**
   * Maps the id of each class that the engine outputs to the probability of each wrong class. With the remaining
   * probability, the class stays the same.
   */
  confusion: z.record(z.string(), z.record(z.string(), rate)).optional(),
  splits: z
    .object({
      /** Probability that a boundary moves by one page. */
      shift: rate.optional(),
      /** Probability that a boundary is missed. A missed boundary joins two documents. */
      miss: rate.optional(),
      /** Share of multi-page documents that get an additional boundary. */
      add: rate.optional(),
    })
    .optional(),
});
export type InjectionSettings = z.infer<typeof injectionSettingsSchema>;

export const injectionSchema = injectionSettingsSchema.extend({
  object: z.literal('error_injection'),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Injection = z.infer<typeof injectionSchema>;

export interface InjectedError {
  readonly injectionId: string;
  readonly kind:
    | 'drop'
    | 'alter'
    | 'add'
    | 'drop-row'
    | 'add-row'
    | 'confidence'
    | 'class'
    | 'boundary-shift'
    | 'boundary-miss'
    | 'boundary-add';
  /** Path in the original output, or in the new output for an added value. For a boundary, the number of its page. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}
