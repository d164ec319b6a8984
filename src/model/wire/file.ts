import { z } from 'zod';
import { listQuerySchema, objectMembers, pagedResponseSchema, responseSchema } from './list.ts';

export type FileType = 'PDF' | 'CSV' | 'IMG' | 'TXT' | 'DOCX' | 'EXCEL' | 'XML' | 'HTML';

const fileContentsSchema = z.looseObject({
  rawText: z.string().nullish(),
  markdown: z.string().nullish(),
  html: z.string().nullish(),
  pages: z
    .array(
      z.looseObject({
        pageNumber: z.number(),
        pageHeight: z.number().nullish(),
        pageWidth: z.number().nullish(),
        rawText: z.string().nullish(),
        markdown: z.string().nullish(),
        html: z.string().nullish(),
      }),
    )
    .nullish(),
  sheets: z.array(z.looseObject({ sheetName: z.string(), rawText: z.string().nullish() })).nullish(),
});
export type FileContents = z.infer<typeof fileContentsSchema>;

export const serviceFileSchema = z.looseObject({
  ...objectMembers,
  name: z.string(),
  type: z.string().nullish(),
  presignedUrl: z.string().nullish(),
  parentFileId: z.string().nullish(),
  contents: fileContentsSchema.nullish(),
  metadata: z.looseObject({ pageCount: z.number().nullish(), parentSplit: z.unknown().optional() }).nullish(),
});
export type ServiceFile = z.infer<typeof serviceFileSchema>;

export const fileResponseSchema = responseSchema({ file: serviceFileSchema });
export const fileListSchema = pagedResponseSchema({ files: z.array(serviceFileSchema) });

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1');

export const fileGetQuerySchema = z.object({
  rawText: flag.optional(),
  markdown: flag.optional(),
  html: flag.optional(),
});

export const fileListQuerySchema = listQuerySchema.extend({ nameContains: z.string().optional() });
export type FileListQuery = z.infer<typeof fileListQuerySchema>;

/** The file that a request runs or parses. */
export const fileInputSchema = z.object({
  fileName: z.string().min(1).optional(),
  fileUrl: z.string().min(1).optional(),
  fileId: z.string().min(1).optional(),
  /** Deprecated. */
  fileBase64: z.string().min(1).optional(),
});
export type FileInput = z.infer<typeof fileInputSchema>;

/** Returns whether a request names a file by its address, its id or its content. */
export function namesFile({ fileUrl, fileId, fileBase64 }: FileInput): boolean {
  return fileUrl !== undefined || fileId !== undefined || fileBase64 !== undefined;
}

/** Query parameters of a page image at the signed URL of a file. Only the local service supports this. */
export const filePageQuerySchema = z.object({
  expires: z.string().optional(),
  signature: z.string().optional(),
  width: z.coerce.number().int().min(50).max(4000).optional(),
});
