import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import type { TokenGrant, TokenStore } from './store/token-store.ts';

/** The grant of a request's token; 401 says which of the causes it was, never what was sent. */
export function authenticate(request: FastifyRequest, tokens: TokenStore): TokenGrant {
  const header = request.headers.authorization;
  if (header === undefined)
    throw new HttpError(401, 'Unauthorized: the Authorization header is missing. Send: Bearer <API_TOKEN>.');
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined)
    throw new HttpError(401, 'Unauthorized: the Authorization header must read: Bearer <API_TOKEN>.');
  const grant = tokens.find(token);
  if (grant === null) throw new HttpError(401, 'Unauthorized: the API token is invalid, expired or revoked.');
  return grant;
}
