import type { FastifyRequest } from 'fastify';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type ApiVersion, apiVersions, isApiVersion } from '../../model/wire/api-version.ts';
import { invalid } from '../errors/http-error.ts';
import type { TokenGrant } from '../stores/token-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Version of the interface that determines the shapes of the request and the response. */
    apiVersion: ApiVersion;
  }
}

/**
 * Returns the version in the headers of the request, otherwise the default version of the token. Throws 400
 * if there is neither, or if the version is unknown.
 */
export function requestedVersion(
  request: FastifyRequest,
  grant: TokenGrant,
  names: ServiceHeaders,
): ApiVersion {
  const named = namedVersion(request, names);
  if (named === '') {
    if (grant.defaultVersion !== null) return grant.defaultVersion;
    throw invalid(
      names.version,
      `the API version is missing; send the header ${names.version} with one of ${apiVersions.join(', ')}.`,
    );
  }
  if (isApiVersion(named)) return named;
  throw invalid(
    names.version,
    `API version "${named.slice(0, 40)}" is unknown; expected one of ${apiVersions.join(', ')}.`,
  );
}

/**
 * Matches the version header of any deployment. The service accepts all of these headers, so that clients of
 * other deployments can use the service.
 */
const anyVersionHeader = /^(x-)?[a-z0-9]+(-[a-z0-9]+)*-api-version$/;

/**
 * Returns the value of this deployment's version header. Without this header, returns the value of another
 * deployment's version header, or an empty string if there is none.
 */
function namedVersion({ headers }: FastifyRequest, names: ServiceHeaders): string {
  const others = Object.keys(headers).filter((name) => anyVersionHeader.test(name));
  for (const name of [names.version, names.versionShort, ...others]) {
    const value = headerValue(headers[name]);
    if (value !== '') return value;
  }
  return '';
}

/** Returns the distinct values of a header, joined with commas. */
function headerValue(value: string | string[] = ''): string {
  const values = [value]
    .flat()
    .join(',')
    .split(',')
    .map((one) => one.trim());
  return [...new Set(values)].filter((one) => one !== '').join(', ');
}

/** Header names that include the word for the deployment (`--word`), such as `x-acme-api-version` for `acme`. */
export interface ServiceHeaders {
  readonly version: string;
  /** `version` without the prefix `x-`. */
  readonly versionShort: string;
  readonly eventTimestamp: string;
  readonly eventSignature: string;
}

/** Returns the names of the service's headers, such as `x-<word>-api-version`. Throws USAGE if `word` is invalid. */
export function serviceHeaders(word = 'service'): ServiceHeaders {
  const name = word.toLowerCase();
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new GoldsetError('USAGE', {
      problem: `the word for the header names: found "${word.slice(0, 40)}", expected letters, digits and hyphens, for example "acme" or "big-acme"`,
      fix: 'Give the word of the header name x-<word>-api-version.',
    });
  return {
    version: `x-${name}-api-version`,
    versionShort: `${name}-api-version`,
    eventTimestamp: `x-${name}-request-timestamp`,
    eventSignature: `x-${name}-request-signature`,
  };
}
