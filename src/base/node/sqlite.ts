/**
 * Do not replace this by an import of `node:sqlite`. Older versions of Node would reject the import before
 * `supported-version.ts` can report which version goldset needs.
 */
export const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
export type DatabaseSync = InstanceType<typeof DatabaseSync>;
