import { z } from 'zod';

/** The three forms in which errors are met: `{success:false, error}`, `{error}` alone, `{code, message, ...}`. */
export const errorBodySchema = z.looseObject({
  success: z.boolean().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
  retryable: z.boolean().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The sentence of an error body in any of its forms, or null where there is none. */
export function errorSentence(body: unknown): string | null {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.error ?? parsed.data.message ?? parsed.data.code ?? null;
}

/** Codes of a failed parse. */
export const parseErrorCodes = [
  'INVALID_CONFIG_OPTIONS',
  'UNABLE_TO_DOWNLOAD_FILE',
  'FILE_TYPE_NOT_SUPPORTED',
  'FILE_SIZE_TOO_LARGE',
  'CORRUPT_FILE',
  'OCR_ERROR',
  'PASSWORD_PROTECTED_FILE',
  'FAILED_TO_CONVERT_TO_PDF',
  'FAILED_TO_GENERATE_TARGET_FORMAT',
  'INTERNAL_ERROR',
] as const;
export type ParseErrorCode = (typeof parseErrorCodes)[number];
