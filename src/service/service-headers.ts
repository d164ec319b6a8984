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
  return {
    version: `x-${name}-api-version`,
    versionShort: `${name}-api-version`,
    eventTimestamp: `x-${name}-request-timestamp`,
    eventSignature: `x-${name}-request-signature`,
  };
}
