import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../base/hash.ts';
import { type ApiVersion, isApiVersion } from '../../model/wire/api-version.ts';
import type { Database } from './database.ts';
import { now } from './now.ts';

interface TokenRow {
  readonly hash: string;
  readonly default_version: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** What a valid token allows. */
export interface TokenGrant {
  /** Taken where a request names no version; null: the request must name one. */
  readonly defaultVersion: ApiVersion | null;
}

/** API tokens, of which only the hash is kept. */
export class TokenStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(token: string, label: string, defaultVersion: ApiVersion | null = null): void {
    this.#database.run(
      `INSERT INTO tokens (hash, label, default_version, created_at) VALUES (:hash, :label, :version, :now)
       ON CONFLICT (hash) DO UPDATE SET label = excluded.label, default_version = excluded.default_version, revoked_at = NULL`,
      { hash: sha256(token), label, version: defaultVersion, now: now() },
    );
  }

  revoke(token: string): void {
    this.#database.run('UPDATE tokens SET revoked_at = :now WHERE hash = :hash', {
      hash: sha256(token),
      now: now(),
    });
  }

  /** Compares with every stored hash in constant time, so that an answer's delay tells nothing. */
  find(token: string): TokenGrant | null {
    const digest = Buffer.from(sha256(token), 'hex');
    let match: TokenRow | null = null;
    for (const row of this.#database.all<TokenRow>('SELECT * FROM tokens'))
      if (timingSafeEqual(digest, Buffer.from(row.hash, 'hex'))) match = row;
    if (match === null || match.revoked_at !== null) return null;
    if (match.expires_at !== null && match.expires_at <= now()) return null;
    const version = match.default_version;
    return { defaultVersion: version !== null && isApiVersion(version) ? version : null };
  }
}
