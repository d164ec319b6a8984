import { pluralise, truncateList } from '../../base/phrases.ts';

const maxListedFiles = 20;

/** Returns a notice that names the files without a partner; empty if there are none. */
export function unpairedNotice(files: readonly string[], kind: string, partner: string): string[] {
  const list = truncateList(files, maxListedFiles);
  if (files.length === 0) return [];
  return files.length === 1
    ? [`${list} has no ${partner} and is left out`]
    : [`${pluralise(files.length, kind)} without a ${partner} are left out: ${list}`];
}
