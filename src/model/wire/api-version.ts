/** Versions of the interface, newest first. A header of the request selects one. */
export const apiVersions = ['2025-04-21', '2024-12-23', '2024-11-14', '2024-07-30', '2024-02-01'] as const;
export type ApiVersion = (typeof apiVersions)[number];

export const currentApiVersion: ApiVersion = '2025-04-21';
/** API version of requests with a token that was created before the version header became mandatory. */
export const legacyApiVersion: ApiVersion = '2024-12-23';

export const versionHeader = 'x-service-api-version';

export function isApiVersion(text: string): text is ApiVersion {
  return (apiVersions as readonly string[]).includes(text);
}
