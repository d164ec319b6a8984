import { z } from 'zod';
import { pointSchema } from '../processor/output.ts';
import { fileInputSchema, namesFile } from './file.ts';
import { responseSchema } from './list.ts';

const nonNegativeInteger = z.int().min(0);

const bounds = z.object({
  minCharacters: nonNegativeInteger.optional(),
  maxCharacters: nonNegativeInteger.optional(),
});

function areOrdered({ minCharacters = 0, maxCharacters = Infinity }: z.infer<typeof bounds>): boolean {
  return minCharacters <= maxCharacters;
}

const boundsError = {
  path: ['maxCharacters'],
  error: ({ input }: { readonly input?: unknown }): string => {
    const { minCharacters, maxCharacters } = input as z.infer<typeof bounds>;
    return `must be at least "minCharacters": found ${maxCharacters}, expected at least ${minCharacters}`;
  },
};

/** Config of a parse. Also the member `parser` of processor configs. */
export const parseConfigSchema = z
  .object({
    target: z.enum(['markdown', 'spatial']).optional(),
    chunkingStrategy: bounds
      .extend({
        type: z.enum(['page', 'document', 'section']).optional(),
        /** A request may state `minCharacters` and `maxCharacters` in `options` or directly in `chunkingStrategy`. */
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
    message: '"section" is not supported with the target "spatial"',
  });
export type ParseConfig = z.infer<typeof parseConfigSchema>;

export const blockSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  type: z.string(),
  content: z.string(),
  /** `{type: "table_details", rowCount, columnCount}`, `{type: "figure_details"}` or `{}`. */
  details: z.looseObject({ type: z.string().optional() }).nullish(),
  metadata: z
    .looseObject({
      page: z
        .looseObject({ number: z.number(), width: z.number().nullish(), height: z.number().nullish() })
        .nullish(),
    })
    .nullish(),
  polygon: z.array(pointSchema).nullish(),
  boundingBox: z
    .looseObject({ left: z.number(), right: z.number(), top: z.number(), bottom: z.number() })
    .nullish(),
});
export type Block = z.infer<typeof blockSchema>;

export const chunkSchema = z.looseObject({
  object: z.string().optional(),
  type: z.string().optional(),
  content: z.string(),
  metadata: z
    .looseObject({ pageRange: z.looseObject({ start: z.number(), end: z.number() }).nullish() })
    .nullish(),
  blocks: z.array(blockSchema).nullish(),
});
export type Chunk = z.infer<typeof chunkSchema>;

/** A parser run. Also the response to POST requests. Unlike other responses, it has no member `success`. */
export const parserRunSchema = z.looseObject({
  object: z.string().optional(),
  id: z.string(),
  fileId: z.string().nullish(),
  chunks: z.array(chunkSchema).nullish(),
  status: z.string(),
  failureReason: z.string().nullish(),
  /** URL of the chunks, which replaces `chunks` if the request has `responseType=url`. */
  outputUrl: z.string().nullish(),
  config: z.looseObject({}).nullish(),
  metrics: z
    .looseObject({ processingTimeMs: z.number().nullish(), pageCount: z.number().nullish() })
    .nullish(),
  usage: z.looseObject({ credits: z.number().nullish() }).nullish(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  requestId: z.string().nullish(),
  retryable: z.boolean().nullish(),
});
export type ParserRun = z.infer<typeof parserRunSchema>;

/** Response to a GET request. It has the members of the run at the top level and again in `parserRun`. */
export const parserRunResponseSchema = responseSchema({
  ...parserRunSchema.shape,
  parserRun: parserRunSchema,
});

/**
 * The local service accepts `json` and `url`. The specification does not list the values of `responseType`.
 */
export const parseQuerySchema = z.object({ responseType: z.enum(['json', 'url']).optional() });

const parsedFile = fileInputSchema.refine(namesFile, 'one of fileUrl or fileId is required');

export const parseRequestSchema = z.object({ file: parsedFile, config: parseConfigSchema });

/** Request to parse asynchronously. The specification does not describe it, and clients omit `config`. */
export const asyncParseRequestSchema = parseRequestSchema.partial({ config: true });
export type AsyncParseRequest = z.infer<typeof asyncParseRequestSchema>;
