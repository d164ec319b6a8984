import { z } from 'zod';

/** The three shapes of error responses: `{success:false, error}`, `{error}` and `{code, message, ...}`. */
const errorBodySchema = z.looseObject({
  success: z.boolean().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
  retryable: z.boolean().optional(),
});

/** Returns the message of an error response of any shape, or `null` if there is none. */
export function errorSentence(body: unknown): string | null {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.error ?? parsed.data.message ?? parsed.data.code ?? null;
}

export type ParseErrorCode =
  | 'INVALID_CONFIG_OPTIONS'
  | 'UNABLE_TO_DOWNLOAD_FILE'
  | 'FILE_TYPE_NOT_SUPPORTED'
  | 'FILE_SIZE_TOO_LARGE'
  | 'CORRUPT_FILE'
  | 'OCR_ERROR'
  | 'PASSWORD_PROTECTED_FILE'
  | 'FAILED_TO_CONVERT_TO_PDF'
  | 'FAILED_TO_GENERATE_TARGET_FORMAT'
  | 'INTERNAL_ERROR';
