import { z } from 'zod';
import { processorKindSchema } from '../processor/processor-config.ts';

/**
 * A processor configuration as it travels, before its generation is known: the members are checked by
 * `processorConfigSchema` once it has been brought into the current shape.
 */
export const configBodySchema = z.looseObject({ type: processorKindSchema.optional() });
export type ConfigBody = z.infer<typeof configBodySchema>;

/** A configuration in an answer: kept as it came, since other deployments may add members. */
export const configResponseSchema = z.looseObject({ type: z.string().optional() });
export type ConfigResponse = z.infer<typeof configResponseSchema>;
