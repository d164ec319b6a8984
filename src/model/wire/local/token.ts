import { z } from 'zod';
import { apiVersions } from '../api-version.ts';

/** What a token may touch; null or absent: everything of that kind. Ours, below `/local/`. */
export const tokenPermissionsSchema = z.object({
  processorIds: z.array(z.string().min(1)).max(1000).nullish(),
  workflowIds: z.array(z.string().min(1)).max(1000).nullish(),
  /** First words of paths (`files`, `processor_runs`): requests for any other resource are answered with 401. */
  resources: z
    .array(z.string().regex(/^[a-z_]+$/))
    .max(100)
    .nullish(),
  /** Whether it may use what lies below `/local/`; if not said, only where it is bound to nothing above. */
  local: z.boolean().optional(),
});
export type TokenPermissions = z.infer<typeof tokenPermissionsSchema>;

export const tokenCreateRequestSchema = z.object({
  label: z.string().min(1).max(200),
  permissions: tokenPermissionsSchema.optional(),
  /** Decides whether the token must name a version: those made before April 21, 2025 need not. */
  createdAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
  /** For organisations that default to a version, whatever the token's age. */
  defaultVersion: z.enum(apiVersions).optional(),
});
export type TokenCreateRequest = z.infer<typeof tokenCreateRequestSchema>;

export const tokenSchema = z.looseObject({
  object: z.literal('api_token'),
  id: z.string(),
  label: z.string(),
  permissions: tokenPermissionsSchema,
  defaultVersion: z.enum(apiVersions).nullable(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdAt: z.string(),
  /** The token itself: in the answer that creates it, and never again. */
  token: z.string().optional(),
});
export type ApiToken = z.infer<typeof tokenSchema>;
