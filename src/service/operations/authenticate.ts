import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import type { TokenGrant, TokenStore } from '../stores/token-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Permissions of the request's token. No permission is granted until the request is authenticated. */
    grant: TokenGrant;
  }
}

export const emptyGrant: TokenGrant = {
  tokenId: '',
  defaultVersion: null,
  processorIds: [],
  workflowIds: [],
  resources: [],
  local: false,
};

/**
 * Sets `request.grant` to the permissions of the request's token, and returns these permissions. Throws 401 with a
 * message that states the cause but does not contain the token.
 */
export function authenticate(request: FastifyRequest, tokens: TokenStore): TokenGrant {
  const header = request.headers.authorization;
  if (header === undefined)
    throw new HttpError(401, 'Unauthorized: the Authorization header is missing. Send: Bearer <API_TOKEN>.');
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined)
    throw new HttpError(401, 'Unauthorized: the Authorization header must read: Bearer <API_TOKEN>.');
  const grant = tokens.find(token);
  if (grant === null) throw new HttpError(401, 'Unauthorized: the API token is invalid, expired or revoked.');
  request.grant = grant;
  return grant;
}

/** Throws 401 if the token is restricted to resources that do not include the first segment of the path. */
export function checkResource(path: string, { resources }: TokenGrant): void {
  const [, resource = ''] = path.split('/');
  if (resources?.includes(resource) === false)
    throw new HttpError(401, `Unauthorized: the API token has insufficient permission for ${resource}.`);
}
