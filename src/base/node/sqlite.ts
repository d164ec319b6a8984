/**
 * SQLite of Node. An import of `node:sqlite` would fail in older versions of Node before `supported-version.ts` can state
 * the version that goldset needs.
 */
export const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
export type DatabaseSync = InstanceType<typeof DatabaseSync>;
