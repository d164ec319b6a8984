import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type ApiToken, tokenCreateRequestSchema } from '../../../model/wire/local/token.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { notFound } from '../../errors/http-error.ts';
import { validate } from '../../errors/validate.ts';
import { defaultVersionOf, permissionsOf, type StoredToken } from '../../stores/token-store.ts';

/** Make, list and revoke API tokens. Ours: the contract does this in the dashboard. */
export function localTokenRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { tokens } = context.store;

  app.post('/local/tokens', (request) => {
    const body = validate(tokenCreateRequestSchema, request.body);
    const token = `sk_local_${randomBytes(24).toString('base64url')}`;
    return { success: true, token: { ...tokenResponse(tokens.create(token, body)), token } };
  });

  app.get('/local/tokens', () => ({ success: true, tokens: tokens.list().map(tokenResponse) }));

  app.delete<{ Params: { id: string } }>('/local/tokens/:id', (request) => {
    const { id } = request.params;
    if (!tokens.revoke(id)) throw notFound();
    return { success: true, tokenId: id, message: 'Token revoked.' };
  });
}

function tokenResponse(row: StoredToken): ApiToken {
  return {
    object: 'api_token',
    id: row.id,
    label: row.label,
    permissions: permissionsOf(row),
    defaultVersion: defaultVersionOf(row),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  };
}
