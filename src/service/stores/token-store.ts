import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../base/hash.ts';
import { type ApiVersion, isApiVersion, legacyApiVersion } from '../../model/wire/api-version.ts';
import type { TokenCreateRequest, TokenPermissions } from '../../model/wire/local/token.ts';
import type { Database } from '../storage/database.ts';
import { newId, now } from '../storage/ids-and-times.ts';

export interface StoredToken {
  readonly id: string;
  readonly hash: string;
  readonly label: string;
  /** Permissions as JSON. `null` if there are no restrictions. */
  readonly permissions: string | null;
  readonly defaultVersion: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

export interface TokenGrant {
  readonly tokenId: string;
  /** Version of requests without a version header. `null` if requests must have the header. */
  readonly defaultVersion: ApiVersion | null;
  /** Ids of the processors that the token may use. `null` if it may use all processors. */
  readonly processorIds: readonly string[] | null;
  /** Ids of the workflows that the token may use. `null` if it may use all workflows. */
  readonly workflowIds: readonly string[] | null;
  /** First segments of the paths that the token may request. `null` if it may request all paths. */
  readonly resources: readonly string[] | null;
  readonly local: boolean;
}

/** Tokens created before this date need no version header. */
const versionHeaderNeededSince = '2025-04-21T00:00:00.000Z';

/** API tokens. Stores a hash of each token instead of the token itself. */
export class TokenStore {
  readonly #database: Database;
  /** Cache of all tokens, because every request needs them. */
  #rows: readonly (StoredToken & { readonly digest: Buffer })[] | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores a token as valid. A token that is already stored, even a revoked one, gets the new values. */
  add(token: string, { label, permissions, ...request }: TokenCreateRequest): StoredToken {
    this.#rows = undefined;
    const hash = sha256(token);
    this.#database.run(
      `INSERT INTO tokens (id, hash, label, default_version, permissions, expires_at, created_at)
       VALUES (:id, :hash, :label, :defaultVersion, :permissions, :expiresAt, :createdAt)
       ON CONFLICT (hash) DO UPDATE SET label = excluded.label, default_version = excluded.default_version,
         permissions = excluded.permissions, expires_at = excluded.expires_at, revoked_at = NULL`,
      {
        id: newId('token'),
        hash,
        label,
        defaultVersion: request.defaultVersion ?? null,
        permissions: permissions === undefined ? null : JSON.stringify(permissions),
        expiresAt: request.expiresAt === undefined ? null : new Date(request.expiresAt).toISOString(),
        createdAt: request.createdAt === undefined ? now() : new Date(request.createdAt).toISOString(),
      },
    );
    return this.#all().find((row) => row.hash === hash) as StoredToken;
  }

  list(): readonly StoredToken[] {
    return this.#all();
  }

  revoke(id: string): boolean {
    this.#rows = undefined;
    const sql = 'UPDATE tokens SET revoked_at = coalesce(revoked_at, :now) WHERE id = :id';
    return this.#database.run(sql, { id, now: now() }) > 0;
  }

  /**
   * Returns the permissions of a token, or `null` if the token is not valid. Compares hashes in constant time against
   * timing attacks.
   */
  find(token: string): TokenGrant | null {
    const digest = Buffer.from(sha256(token), 'hex');
    let match: StoredToken | null = null;
    for (const row of this.#all()) if (timingSafeEqual(digest, row.digest)) match = row;
    if (match === null || match.revokedAt !== null) return null;
    if (match.expiresAt !== null && match.expiresAt <= now()) return null;
    const permissions = permissionsOf(match);
    return {
      tokenId: match.id,
      defaultVersion: defaultVersionOf(match),
      processorIds: permissions.processorIds ?? null,
      workflowIds: permissions.workflowIds ?? null,
      resources: permissions.resources ?? null,
      // A token with access to /local/ can create unrestricted tokens. So a restricted token gets this access
      // only with `local: true`.
      local: permissions.local ?? isUnbound(permissions),
    };
  }

  #all(): readonly (StoredToken & { readonly digest: Buffer })[] {
    this.#rows ??= this.#database
      .all<StoredToken>(`SELECT id, hash, label, permissions, default_version AS defaultVersion, expires_at AS expiresAt,
           revoked_at AS revokedAt, created_at AS createdAt
         FROM tokens ORDER BY seq DESC`)
      .map((row) => ({ ...row, digest: Buffer.from(row.hash, 'hex') }));
    return this.#rows;
  }
}

function isUnbound({ processorIds, workflowIds, resources }: TokenPermissions): boolean {
  return processorIds == null && workflowIds == null && resources == null;
}

export function permissionsOf(row: StoredToken): TokenPermissions {
  return row.permissions === null ? {} : (JSON.parse(row.permissions) as TokenPermissions);
}

/**
 * Returns a token's default version. If the token has no default version, returns the legacy version for a
 * token created before 2025-04-21, and `null` for a newer token.
 */
export function defaultVersionOf(row: StoredToken): ApiVersion | null {
  if (row.defaultVersion !== null && isApiVersion(row.defaultVersion)) return row.defaultVersion;
  return row.createdAt < versionHeaderNeededSince ? legacyApiVersion : null;
}
