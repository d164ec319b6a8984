import { chmodSync, statSync } from 'node:fs';

export const ownerOnlyFolder = 0o700;
export const ownerOnlyFile = 0o600;

/** Removes the permissions of other users from a file or folder, unless another user owns it. */
export function makeOwnerOnly(target: string): void {
  const { mode, uid } = statSync(target);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(target, mode & 0o700);
}
