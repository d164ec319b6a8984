import { z } from 'zod';
import { strictObject } from '../processor/mismatch.ts';

const amount = z.number().min(0);

function optional<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema.optional().describe(description);
}

/**
 * Schema of `business` in the configuration. Every key is optional. If a key is missing, the report omits the lines
 * that need this key.
 */
export const businessSchema = strictObject({
  documentsPerMonth: optional(z.int().min(1), 'number of documents per month'),
  review: optional(
    z.enum(['all', 'confidence', 'none']),
    'documents that a person checks: all (default), those whose confidence is below the threshold that `goldset thresholds` certifies, or none',
  ),
  minutesToCheck: optional(amount, 'minutes to check one document'),
  minutesToCorrect: optional(amount, 'further minutes to correct one wrong document'),
  hourlyCost: optional(amount, 'cost of one hour of work, in the currency'),
  currency: optional(
    z.string().regex(/^[A-Z]{3}$/, 'expected three capital letters, such as EUR'),
    'currency of all costs, such as EUR',
  ),
  creditPrice: optional(amount, 'price of one credit, in the currency'),
  undetectedErrorCost: optional(
    amount,
    'cost of one wrong document that passes without a review, in the currency',
  ),
  target: optional(
    strictObject({
      fullyRight: optional(
        z.number().gt(0, 'expected a share above 0').max(1),
        'share of documents that should be fully right: .7 is 70 of 100',
      ),
    }),
    'targets that the report rates a version against',
  ),
  criticalFields: optional(
    z.array(z.string().min(1)).min(1),
    'fields or globs; a document counts as wrong only if one of these fields is wrong (default: all fields)',
  ),
});
export type BusinessSettings = z.infer<typeof businessSchema>;
