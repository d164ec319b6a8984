import { z } from 'zod';

/** Query members of every paged list. A page token is opaque: it may hold `=`, `:`, `/` and `+`. */
export const listQuerySchema = z.object({
  nextPageToken: z.string().optional(),
  /** Default and bounds are not published; the local service takes 1 to 1000 and gives 50. */
  maxPageSize: z.coerce.number().int().min(1).max(1000).optional(),
  sortBy: z.enum(['updatedAt', 'createdAt']).optional(),
  sortDir: z.enum(['asc', 'desc']).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** What every list answer carries beside its items; absent or null on the last page. */
export const pageSchema = z.looseObject({ nextPageToken: z.string().nullish() });

/** The answer to a delete: `success`, the id under the resource's own name (`fileId`, ...), and a message. */
export const deletedSchema = z.looseObject({ success: z.boolean(), message: z.string().optional() });
export type Deleted = z.infer<typeof deletedSchema>;
