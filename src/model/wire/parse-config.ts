import { z } from 'zod';

const nonNegativeInteger = z.int().min(0);

/** Config of a parse. Also the member `parser` of processor configs. */
export const parseConfigSchema = z
  .object({
    target: z.enum(['markdown', 'spatial']).optional(),
    chunkingStrategy: z
      .object({
        type: z.enum(['page', 'document', 'section']).optional(),
        minCharacters: nonNegativeInteger.optional(),
        maxCharacters: nonNegativeInteger.optional(),
        /** Alternative place for `minCharacters` and `maxCharacters`. */
        options: z
          .object({
            minCharacters: nonNegativeInteger.optional(),
            maxCharacters: nonNegativeInteger.optional(),
          })
          .optional(),
      })
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
  .superRefine((config, context) => {
    if (config.target === 'spatial' && config.chunkingStrategy?.type === 'section') {
      context.addIssue({
        code: 'custom',
        path: ['chunkingStrategy', 'type'],
        message: 'section is not supported with target spatial',
      });
    }
    const { options, ...own } = config.chunkingStrategy ?? {};
    for (const [path, { minCharacters = 0, maxCharacters = Infinity }] of [
      [['chunkingStrategy'], own],
      [['chunkingStrategy', 'options'], options ?? {}],
    ] as const)
      if (minCharacters > maxCharacters)
        context.addIssue({
          code: 'custom',
          path: [...path, 'maxCharacters'],
          message: `must be at least minCharacters (${minCharacters})`,
        });
  });
export type ParseConfig = z.infer<typeof parseConfigSchema>;
