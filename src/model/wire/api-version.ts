/** Versions of the interface, newest first. The version header chooses one. */
export const apiVersions = ['2025-04-21', '2024-12-23', '2024-11-14', '2024-07-30', '2024-02-01'] as const;
export type ApiVersion = (typeof apiVersions)[number];

export const currentApiVersion: ApiVersion = '2025-04-21';
/** Given to keys that were made before the version header was needed. */
export const legacyApiVersion: ApiVersion = '2024-12-23';

export const versionHeader = 'x-service-api-version';
/** The same header without the prefix, as the specification writes it. */
export const versionHeaderShort = 'service-api-version';

export function isApiVersion(text: string): text is ApiVersion {
  return (apiVersions as readonly string[]).includes(text);
}
