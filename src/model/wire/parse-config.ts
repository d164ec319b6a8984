import { z } from 'zod';

const nonNegativeInteger = z.int().min(0);

const bounds = z.object({
  minCharacters: nonNegativeInteger.optional(),
  maxCharacters: nonNegativeInteger.optional(),
});

function areOrdered({ minCharacters = 0, maxCharacters = Infinity }: z.infer<typeof bounds>): boolean {
  return minCharacters <= maxCharacters;
}

const boundsError = { path: ['maxCharacters'], message: 'must be at least minCharacters' };

/** Config of a parse. Also the member `parser` of processor configs. */
export const parseConfigSchema = z
  .object({
    target: z.enum(['markdown', 'spatial']).optional(),
    chunkingStrategy: bounds
      .extend({
        type: z.enum(['page', 'document', 'section']).optional(),
        /** Alternative place for the bounds. */
        options: bounds.refine(areOrdered, boundsError).optional(),
      })
      .refine(areOrdered, boundsError)
      .optional(),
    blockOptions: z
      .object({
        figures: z
          .object({ enabled: z.boolean().optional(), figureImageClippingEnabled: z.boolean().optional() })
          .optional(),
        tables: z
          .object({ enabled: z.boolean().optional(), targetFormat: z.enum(['markdown', 'html']).optional() })
          .optional(),
        text: z
          .object({
            enabled: z.boolean().optional(),
            signatureDetectionEnabled: z.boolean().optional(),
            styleFormattingEnabled: z.boolean().optional(),
          })
          .optional(),
      })
      .optional(),
    advancedOptions: z
      .object({
        pageRotationEnabled: z.boolean().optional(),
        pageRanges: z.array(z.object({ start: z.int().min(1), end: z.int().min(1) })).optional(),
      })
      .optional(),
  })
  .refine(({ target, chunkingStrategy }) => target !== 'spatial' || chunkingStrategy?.type !== 'section', {
    path: ['chunkingStrategy', 'type'],
    message: 'section is not supported with target spatial',
  });
export type ParseConfig = z.infer<typeof parseConfigSchema>;
