import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import type { TokenGrant, TokenStore } from '../stores/token-store.ts';

const grants = new WeakMap<FastifyRequest, TokenGrant>();

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
  grants.set(request, grant);
  return grant;
}

/** 401 where the token may not ask for resources of this kind, as the specification has it; 403 is for single ones. */
export function checkResource(request: FastifyRequest, { resources }: TokenGrant): void {
  const [resource = ''] = (request.routeOptions.url ?? '').replace(/^(\/v1)?\//, '').split('/');
  if (resources?.includes(resource) === false)
    throw new HttpError(401, `Unauthorized: the API token has insufficient permission for ${resource}.`);
}

/** As `authenticate`, for what lies below `/local/`. */
export function authenticateLocal(request: FastifyRequest, tokens: TokenStore): void {
  if (!authenticate(request, tokens).local)
    throw new HttpError(403, 'Forbidden: the API token has no permission for /local/.');
}

/** What the token of an authenticated request allows. */
export function grantOf(request: FastifyRequest): TokenGrant {
  const grant = grants.get(request);
  if (grant === undefined) throw new Error('the request was not authenticated');
  return grant;
}
