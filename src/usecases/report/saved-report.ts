import { readdirSync } from 'node:fs';
import { lstat, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { OpenedFiles } from '../../analysis/causes/cause-columns.ts';
import { sha256Json } from '../../base/hash.ts';
import { toolVersion } from '../../base/tool-version.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { DocumentPageReader } from '../../loaders/inputs/document-pages.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { recordFiles } from '../../record/files/record-files.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import { plainOptions } from '../../scorers/extraction/scorer-fingerprint.ts';

/**
 * A report is saved only if its record has at least `min` and at most `max` documents. Smaller records are scored in a
 * fraction of a second. To save the report of a larger record, goldset would need more memory than a report may use.
 */
const savedCounts = { min: 2000, max: 300_000 };

/**
 * Maximum size of a saved report in bytes, because a record can come from an untrusted source. A report of 300,000
 * documents is smaller.
 */
const mostBytes = 2 ** 27;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** The report of a record, as stored in a file next to the record. The report was computed with the gold of the run. */
interface SavedReport {
  readonly model: ReportModel;
  /** The wrong values of the documents whose files were opened to find causes. */
  readonly opened: OpenedFiles;
}

interface SavedFile extends SavedReport {
  readonly key: string;
  /**
   * Each document file that was needed, with the result of `factsOf` before the file was opened. The result is `-` for
   * a file that does not exist.
   */
  readonly documents: readonly (readonly [file: string, facts: string])[];
}

function savedFile(dir: string): string {
  return path.join(path.resolve(dir), 'scores', 'report.json.gz');
}

/**
 * Returns a hash of what a report depends on: the code of goldset, the files of the record, and `options`. The hash
 * does not include the files of documents. Returns `null` if no report is saved for the record: its run is unfinished,
 * its number of documents is too small or too large, or it is a rerun, whose report also depends on an earlier record.
 */
export async function reportKey(
  { dir, plan, summary }: Pick<RecordReader, 'dir' | 'plan' | 'summary'>,
  options: object,
): Promise<string | null> {
  const { count } = plan.items;
  if (summary === null || plan.rerun !== undefined) return null;
  if (count < savedCounts.min || count > savedCounts.max) return null;
  const { lock, ...files } = recordFiles(dir);
  const facts = await Promise.all([...Object.values(files), ...codeFiles()].map(factsOf));
  return sha256Json({ tool: toolVersion(), dir: path.resolve(dir), facts, options: plainOptions(options) });
}

/**
 * Returns the saved report with this key. Returns `null` if there is no such report, or if a document has changed since
 * the report was saved.
 */
export async function readSavedReport(dir: string, key: string): Promise<SavedReport | null> {
  const file = savedFile(dir);
  try {
    const facts = await lstat(file);
    if (!(await lstat(path.dirname(file))).isDirectory() || !facts.isFile() || facts.size > mostBytes)
      return null;
    const text = await decompress(await readFile(file), { maxOutputLength: mostBytes });
    const saved = JSON.parse(String(text)) as SavedFile;
    if (saved.key !== key) return null;
    for (const [document, before] of saved.documents) if ((await factsOf(document)) !== before) return null;
    return saved;
  } catch {
    return null;
  }
}

/** Saves a report next to its record. Does nothing if the folder cannot be written, because the file only saves time. */
export async function saveReport(dir: string, content: SavedFile): Promise<void> {
  const file = savedFile(dir);
  try {
    // Do not write through a link, because the file would then be in another folder.
    if ((await lstat(path.dirname(file)).catch(() => null))?.isSymbolicLink()) return;
    await writeFileAtomically(file, await compress(JSON.stringify(content), { level: 1 }));
  } catch {
    return;
  }
}

/**
 * Returns a reader of documents. Before it reads a file, it stores the result of `factsOf` for the file in `opened`.
 */
export function notingFiles(read: DocumentPageReader, opened: Map<string, string>): DocumentPageReader {
  return async (item, maxPages) => {
    const file = item.document.path;
    if (file !== null && !opened.has(file)) opened.set(file, await factsOf(file));
    return read(item, maxPages);
  };
}

/**
 * Returns the files of goldset's code. The key of a saved report depends on these files, because a developer may change
 * the code without changing the version number.
 */
function codeFiles(): readonly string[] {
  const root = path.resolve(import.meta.dirname, '../..');
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name));
}

/**
 * Returns the size, the times and the inode number of a file, or `-` if it does not exist. A program can set the
 * modification time (mtime) to any value, but not the change time (ctime).
 */
async function factsOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null);
  return facts === null ? '-' : `${facts.size}:${facts.mtimeMs}:${facts.ctimeMs}:${facts.ino}`;
}
