import type { FastifyRequest } from 'fastify';
import {
  type ApiVersion,
  apiVersions,
  isApiVersion,
  versionHeader,
  versionHeaderShort,
} from '../model/wire/api-version.ts';
import { HttpError } from './http-error.ts';
import type { TokenGrant } from './store/token-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the interface that this request speaks. */
    apiVersion: ApiVersion;
  }
}

/** The version that a request asks for, or that its token stands for; 400 where there is none or it is unknown. */
export function requestedVersion(request: FastifyRequest, grant: TokenGrant): ApiVersion {
  const header = request.headers[versionHeader] ?? request.headers[versionHeaderShort];
  const named = Array.isArray(header) ? header[0] : header;
  if (named === undefined || named === '') {
    if (grant.defaultVersion !== null) return grant.defaultVersion;
    throw new HttpError(
      400,
      `Validation Error: the API version is missing; send the header ${versionHeader} with one of ${apiVersions.join(', ')}. param: ${versionHeader}`,
    );
  }
  if (isApiVersion(named.trim())) return named.trim() as ApiVersion;
  throw new HttpError(
    400,
    `Validation Error: API version "${named.slice(0, 40)}" is not known; known are ${apiVersions.join(', ')}. param: ${versionHeader}`,
  );
}
