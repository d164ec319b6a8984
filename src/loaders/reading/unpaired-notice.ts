import { pluralise, truncateList } from '../../base/phrases.ts';

const maxListedFiles = 20;

/**
 * Returns a notice that lists files without a partner, for example JSON files without a document. Empty if there are
 * none.
 */
export function unpairedNotice(files: readonly string[], kind: string, partner: string): string[] {
  const list = truncateList(files, maxListedFiles);
  if (files.length === 0) return [];
  return files.length === 1
    ? [`${list} has no ${partner} and is left out`]
    : [`${pluralise(files.length, kind)} have no ${partner} and are left out: ${list}`];
}

/**
 * Returns a notice that lists the documents without gold. Empty if there are none. `partner` names what a document with
 * gold has, for example a JSON file.
 */
export function withoutGoldNotice(documents: readonly string[], partner: string): string[] {
  if (documents.length === 0) return [];
  const what = pluralise(documents.length, 'document');
  return [
    `${what} without ${partner} ${documents.length === 1 ? 'is an item' : 'are items'} without gold: ${truncateList(documents, maxListedFiles)}`,
  ];
}
