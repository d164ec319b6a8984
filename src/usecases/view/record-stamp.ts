import { lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isLocked } from '../../base/file-lock.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';

/** Facts about the files of a record. If they are unchanged, the entry in the list of records is unchanged. */
export interface RecordStamp {
  /**
   * Sizes and times of the files on which the entry in the list of records depends. Rows that a run adds do not change
   * this text.
   */
  readonly files: string;
  /** Whether a process is writing the record. */
  readonly isRunning: boolean;
}

/**
 * Returns facts about the files of the record in a folder. If these facts are unchanged, the entry in the list of
 * records is unchanged.
 */
export function recordStamp(folder: string): RecordStamp {
  const files = recordFiles(recordFolder(folder));
  const [plan, rows, summary, report] = [
    files.plan,
    files.rows,
    files.summary,
    path.join(folder, 'summary.json'),
  ].map(factsOf);
  const isRunning = summary === '-' && isLocked(files.lock);
  const state = summary === '-' ? isRunning : rows;
  return { files: [plan, summary, report, state].join(' '), isRunning };
}

/** Returns the size and the time of a file. Returns `-` if the file does not exist or cannot be accessed. */
function factsOf(file: string): string {
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    return facts === undefined ? '-' : `${facts.size}:${facts.mtimeMs}`;
  } catch {
    return '-';
  }
}

/**
 * Returns whether reading a record would read files outside of the folder `root`. This happens if a symbolic link leads
 * to a place outside of `root`. The link can be the folder of the record, a folder above it, or one of its files.
 * `findRecords` follows no links, but a folder can be replaced by a link after it was found.
 */
export function leavesFolder(root: string, relative: string): boolean {
  const here = path.join(root, relative);
  const inside = path.join(here, 'record');
  const files = [here, inside].flatMap((folder) => Object.values(recordFiles(folder)));
  const folders = relative.split('/').map((_, at, names) => path.join(root, ...names.slice(0, at + 1)));
  const links = [...folders, inside, ...files].filter(isLink);
  if (links.length === 0) return false;
  const realRoot = realpathSync(root);
  return links.some((link) => !isBelow(realRoot, link));
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // The path is not a link if its folder cannot be read, or if this folder is in fact a file.
    return false;
  }
}

/**
 * Returns whether the real path of a file or folder is `realRoot` or inside it. `realRoot` is a path without links.
 * Returns false if the file or folder does not exist.
 */
export function isBelow(realRoot: string, link: string): boolean {
  try {
    const relative = path.relative(realRoot, realpathSync(link));
    return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  } catch {
    return false;
  }
}
