import { z } from 'zod';

export const objectMembers = {
  object: z.string().optional(),
  id: z.string(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
};

export function responseSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject({ success: z.boolean(), ...shape });
}

/** Returns the schema of one page of a list. On the last page, `nextPageToken` is null or missing. */
export function pagedResponseSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return responseSchema({ nextPageToken: z.string().nullish(), ...shape });
}

/** Query parameters of every paged list. A page token is opaque and may contain `=`, `:`, `/` and `+`. */
export const listQuerySchema = z.object({
  nextPageToken: z.string().optional(),
  /** The specification gives no default and no bounds. The local service accepts 1 to 1000 and defaults to 50. */
  maxPageSize: z.coerce.number().int().min(1).max(1000).optional(),
  sortBy: z.enum(['updatedAt', 'createdAt']).optional(),
  sortDir: z.enum(['asc', 'desc']).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** Response to a DELETE request. The response also contains the id under the name of the resource, such as `fileId`. */
export const deletedSchema = responseSchema({ message: z.string().optional() });
