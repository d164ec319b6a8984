import type { FastifyRequest } from 'fastify';
import { type ApiVersion, apiVersions, isApiVersion } from '../../model/wire/api-version.ts';
import { HttpError } from '../errors/http-error.ts';
import type { TokenGrant } from '../stores/token-store.ts';
import type { ServiceHeaders } from './service-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the interface that this request speaks. */
    apiVersion: ApiVersion;
  }
}

/** The version that a request asks for, or that its token stands for; 400 where there is none or it is unknown. */
export function requestedVersion(
  request: FastifyRequest,
  grant: TokenGrant,
  names: ServiceHeaders,
): ApiVersion {
  const named = namedVersion(request, names);
  if (named === '') {
    if (grant.defaultVersion !== null) return grant.defaultVersion;
    throw new HttpError(
      400,
      `Validation Error: the API version is missing; send the header ${names.version} with one of ${apiVersions.join(', ')}. param: ${names.version}`,
    );
  }
  if (isApiVersion(named)) return named;
  throw new HttpError(
    400,
    `Validation Error: API version "${named.slice(0, 40)}" is not known; known are ${apiVersions.join(', ')}. param: ${names.version}`,
  );
}

/** The header of a deployment carries its maker's word, which clients of that deployment send. */
const ofAnyDeployment = /^(x-)?[a-z0-9]+(-[a-z0-9]+)*-api-version$/;

/** What the header says: the one with our name, else one that is named so for another deployment; empty without. */
function namedVersion({ headers }: FastifyRequest, names: ServiceHeaders): string {
  const said = (name: string): string => once(headers[name]);
  const ours = said(names.version) || said(names.versionShort);
  if (ours !== '') return ours;
  const other = Object.keys(headers).find((name) => ofAnyDeployment.test(name) && said(name) !== '');
  return other === undefined ? '' : said(other);
}

/** A header that was sent several times arrives as a list in one text; the same value twice is one value. */
function once(value: string | string[] | undefined): string {
  const values = [
    ...new Set(
      [value ?? '']
        .flat()
        .join(',')
        .split(',')
        .map((one) => one.trim()),
    ),
  ];
  return values.filter((one) => one !== '').join(', ');
}
