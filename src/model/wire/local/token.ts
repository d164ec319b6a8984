import { z } from 'zod';
import { apiVersions } from '../api-version.ts';

/**
 * Permissions of a token. A member that is `null` or not set allows all objects of its kind. An extension of the local
 * service.
 */
const tokenPermissionsSchema = z.object({
  processorIds: z.array(z.string().min(1)).max(1000).nullish(),
  workflowIds: z.array(z.string().min(1)).max(1000).nullish(),
  /** First segments of the allowed paths, such as `files`. Requests for other resources get 401. */
  resources: z
    .array(z.string().regex(/^[a-z_]+$/))
    .max(100)
    .nullish(),
  /**
   * Whether the token may use the paths under `/local/`. Default: true if no other permission is restricted, otherwise
   * false.
   */
  local: z.boolean().optional(),
});
export type TokenPermissions = z.infer<typeof tokenPermissionsSchema>;

export const tokenCreateRequestSchema = z.object({
  label: z.string().min(1).max(200),
  permissions: tokenPermissionsSchema.optional(),
  /** Creation time. Tokens created before 21 April 2025 need no version header. */
  createdAt: z.iso.datetime().optional(),
  expiresAt: z.iso.datetime().optional(),
  /** API version of requests without a version header. */
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
  /** The secret token. Set only in the response to the request that creates the token. */
  token: z.string().optional(),
});
export type ApiToken = z.infer<typeof tokenSchema>;
