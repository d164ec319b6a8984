/** Primary result codes of SQLite: read-only, I/O error, full, cannot open. */
const sqliteCodes = [8, 10, 13, 14];
/** Primary result codes of SQLite: a damaged database, and a file that is not a database. */
const damageCodes = [11, 26];
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  EFBIG: 'a file would be larger than allowed',
  EROFS: 'its disk is read-only',
  EACCES: 'writing is not permitted',
  EPERM: 'writing is not permitted',
  EIO: 'its disk failed',
};

/** Returns whether SQLite reports that the database file is damaged. */
export function isDamaged(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: string; readonly errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined && damageCodes.includes(errcode & 0xff);
}

/** Returns why the data folder is not usable, or `null` if the error has another cause. */
export function storageFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (isDamaged(error)) return 'its database is damaged';
  const { code, errcode } = error as Error & { readonly code?: string; readonly errcode?: number };
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined && sqliteCodes.includes(errcode & 0xff))
    return (errcode & 0xff) === 13 ? (reasons.ENOSPC ?? null) : error.message;
  return code === undefined ? null : (reasons[code] ?? null);
}
