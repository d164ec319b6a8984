import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deletedSchema, responseSchema } from '../../../model/wire/list.ts';
import { type ApiToken, tokenCreateRequestSchema, tokenSchema } from '../../../model/wire/local/token.ts';
import { notFound } from '../../errors/http-error.ts';
import { defineOperation, operationsOf } from '../../operations/operation.ts';
import { local, unbound } from '../../operations/permission.ts';
import { defaultVersionOf, permissionsOf, type StoredToken } from '../../stores/token-store.ts';

// A restricted token must not create a token that may do more.
const permission = [local, unbound('tokens')] as const;

export const tokenOperations = operationsOf('Local', [
  defineOperation('createToken', 'POST /local/tokens', {
    summary: 'Create a token; only this response shows it',
    body: tokenCreateRequestSchema,
    response: responseSchema({ token: tokenSchema }),
    permission,
    handle: ({ body }, { store }) => {
      const token = `sk_local_${randomBytes(24).toString('base64url')}`;
      return { token: { ...tokenResponse(store.tokens.add(token, body)), token } };
    },
  }),
  defineOperation('listTokens', 'GET /local/tokens', {
    summary: 'List the labels and permissions of tokens, but not the tokens',
    response: responseSchema({ tokens: z.array(tokenSchema) }),
    permission,
    handle: (_input, { store }) => ({ tokens: store.tokens.list().map(tokenResponse) }),
  }),
  defineOperation('revokeToken', 'DELETE /local/tokens/:id', {
    summary: 'Revoke a token',
    response: deletedSchema,
    permission,
    handle: ({ params: { id } }, { store }) => {
      if (!store.tokens.revoke(id)) throw notFound();
      return { tokenId: id, message: 'Token revoked.' };
    },
  }),
]);

function tokenResponse(row: StoredToken): ApiToken {
  const { id, label, expiresAt, revokedAt, createdAt } = row;
  const permissions = permissionsOf(row);
  const defaultVersion = defaultVersionOf(row);
  return { object: 'api_token', id, label, permissions, defaultVersion, expiresAt, revokedAt, createdAt };
}
