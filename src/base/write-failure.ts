import { GoldsetError, messageOf } from './goldset-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name exists',
  ENOENT: 'its folder does not exist and cannot be created',
  EISDIR: 'it is a folder',
  EFBIG: 'the file would be too large',
};

/** Returns the error of a failed write, with the file and the cause. */
export function writeFailure(file: string, thrown: unknown): GoldsetError {
  if (thrown instanceof GoldsetError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | null)?.code ?? '';
  return new GoldsetError(
    'OUTPUT_NOT_WRITABLE',
    { file, reason: reasons[code] ?? messageOf(thrown) },
    { cause: thrown },
  );
}
