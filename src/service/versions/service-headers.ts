import { GoldsetError } from '../../base/goldset-error.ts';

/** Names of the headers that contain the word of a deployment. */
export interface ServiceHeaders {
  readonly version: string;
  /** `version` without the prefix `x-`. */
  readonly versionShort: string;
  readonly eventTimestamp: string;
  readonly eventSignature: string;
}

/** Returns the header names for the word of a deployment, in lower case. Throws USAGE if the word is invalid. */
export function serviceHeaders(word = 'service'): ServiceHeaders {
  const name = word.toLowerCase();
  // With other characters, no request and no webhook could have the header.
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new GoldsetError('USAGE', {
      problem: `word: found "${word.slice(0, 40)}", expected letters, digits and hyphens, as in acme or big-acme`,
      fix: 'Give the word of the header name x-<word>-api-version.',
    });
  return {
    version: `x-${name}-api-version`,
    versionShort: `${name}-api-version`,
    eventTimestamp: `x-${name}-request-timestamp`,
    eventSignature: `x-${name}-request-signature`,
  };
}
