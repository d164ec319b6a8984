import { z } from 'zod';

/** Returns the schema of a response with `success` and the given members. */
export function successSchema<Members extends z.ZodRawShape>(members: Members) {
  return z.looseObject({ success: z.boolean(), ...members });
}
