import { GoldsetError } from '../../base/goldset-error.ts';

/** The names of the headers in which a deployment carries its own word. */
export interface ServiceHeaders {
  readonly version: string;
  /** The same without the prefix. */
  readonly versionShort: string;
  readonly eventTimestamp: string;
  readonly eventSignature: string;
}

/** The names for the word of a deployment; `service` is ours. Lower case, as header names are compared. */
export function serviceHeaders(word = 'service'): ServiceHeaders {
  const name = word.toLowerCase();
  // Anything else would make a header that no request can carry, and webhooks would never be sent.
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new GoldsetError('USAGE', {
      problem: `word: found "${word.slice(0, 40)}", expected letters, digits and hyphens, as in acme or big-acme`,
      fix: 'Give the word that stands in the names of headers: x-<word>-api-version.',
    });
  return {
    version: `x-${name}-api-version`,
    versionShort: `${name}-api-version`,
    eventTimestamp: `x-${name}-request-timestamp`,
    eventSignature: `x-${name}-request-signature`,
  };
}
