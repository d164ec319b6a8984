import { z } from 'zod';
import { pointSchema } from '../processor/output.ts';
import { fileInputSchema, namesFile } from './file.ts';
import { responseSchema } from './list.ts';
import { parseConfigSchema } from './parse-config.ts';

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

/** A parser run, which the response contains without `success`. */
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

/** Response to a GET request, which contains the members of the run twice. */
export const parserRunResponseSchema = responseSchema({
  ...parserRunSchema.shape,
  parserRun: parserRunSchema,
});

/** The specification does not list the values of `responseType`. The local service accepts these two. */
export const parseQuerySchema = z.object({ responseType: z.enum(['json', 'url']).optional() });

export const parseRequestSchema = z
  .object({
    file: fileInputSchema,
    /** Optional although the specification requires it, because clients omit it. */
    config: parseConfigSchema.optional(),
  })
  .refine(({ file }) => namesFile(file), {
    path: ['file'],
    message: 'one of fileUrl or fileId is required',
  });
export type ParseRequest = z.infer<typeof parseRequestSchema>;
