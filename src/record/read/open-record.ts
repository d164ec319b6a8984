import { existsSync } from 'node:fs';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { shown } from '../../model/processor/mismatch.ts';
import {
  type ItemRun,
  type RecordedItem,
  type ResolvedVersion,
  type RunPlan,
  type RunSummary,
  recordSchemaVersion,
  runPlanSchema,
  runSummarySchema,
  type SealedSummary,
  type StartedRun,
  sealedSummarySchema,
  startedRunSchema,
} from '../../model/record/run-record.ts';
import { unusedRunNotices } from '../../model/record/unused-runs.ts';
import { type RecordFiles, recordFiles, recordFolder } from '../files/record-files.ts';
import { checkPlace, lineKeys, type RecordFormat } from '../index/line-keys.ts';
import { buildIndex, type RecordIndex } from '../index/record-index.ts';
import { verifyItems, verifySeal } from '../index/verify-seal.ts';
import {
  checkAgainst,
  itemLine,
  parseText,
  rowLine,
  type UploadLine,
  uploadLineSchema,
} from '../lines/line-shapes.ts';
import { openFormat1 } from '../v1/open-format-1.ts';
import { type RecordedDocument, readDocuments } from './read-documents.ts';
import { type OnTorn, readLines, recordLines } from './read-lines.ts';

export type { RecordedDocument, RecordIndex };

/** An opened record. Its plan and summary are loaded, and its lines are read on request. */
export interface RecordReader {
  readonly dir: string;
  readonly format: 1 | 2;
  readonly plan: RunPlan;
  /** `null` if the run is unfinished. */
  readonly summary: RunSummary | null;
  /** Identifies the content of a finished record of format 2; `null` for other records. */
  readonly seal: string | null;
  /** True if the summary contains the hashes of all files. `index` then verifies these hashes. */
  readonly sealed: boolean;
  /** Returns offsets and states of all lines. Throws RECORD_CHANGED if a file differs from its stored hash. */
  index(): Promise<RecordIndex>;
  /** Yields each item with its rows, one at a time. `positions` (ascending, from 0) selects items. */
  documents(positions?: Iterable<number>): AsyncGenerator<RecordedDocument>;
  items(): AsyncGenerator<RecordedItem>;
  rows(): AsyncGenerator<ItemRun>;
  runs(): AsyncGenerator<StartedRun>;
  uploads(): AsyncGenerator<UploadLine>;
  /** Messages for the user, for example about a last line that a crash truncated. Reading lines can add messages. */
  readonly notices: readonly string[];
}

/** Opens a record by its folder or the parent folder. Throws RECORD_NOT_FOUND, RECORD_VERSION or RECORD_INVALID. */
export async function openRecord(named: string): Promise<RecordReader> {
  const dir = recordFolder(named);
  const files = recordFiles(dir);
  if (!existsSync(files.plan)) throw new GoldsetError('RECORD_NOT_FOUND', { path: dir });
  const format = (await openFormat1(files)) ?? (await openFormat2(files));
  const { plan, rowShape } = format;
  const notices: string[] = [];
  const summary = await readSummary(files.summary, format.format, notices);
  if (summary !== null) notices.push(...unusedRunNotices(summary));
  const sealed = summary !== null && 'seal' in summary ? summary : null;
  const onNotice = (notice: string) => {
    if (!notices.includes(notice)) notices.push(notice);
  };
  const onTorn: OnTorn = (file, line) =>
    onNotice(`${file}, line ${line}: a crash cut off this line, so it is ignored`);
  let index: Promise<RecordIndex> | undefined;
  const indexOnce = () => (index ??= indexed(format, sealed, files, onTorn));
  return {
    dir,
    format: format.format,
    plan,
    summary,
    seal: sealed?.seal ?? null,
    sealed: sealed !== null,
    notices,
    index: indexOnce,
    documents: (positions) => {
      const versions = plan.versions.map(({ requested }) => requested);
      const openItems = () => format.openItems();
      const hasFileHash = plan.items.sha256 !== null;
      const source = { files, versions, index: indexOnce, openItems, rowShape, hasFileHash, onNotice };
      return readDocuments(source, positions);
    },
    items: () => plannedItems(files.items, format, onTorn),
    rows: () => readLines(files.rows, rowShape, onTorn),
    runs: () => readLines(files.runs, { schema: startedRunSchema }, onTorn),
    uploads: () => readLines(files.uploads, { schema: uploadLineSchema }, onTorn),
  };
}

async function indexed(
  format: RecordFormat,
  sealed: SealedSummary | null,
  files: RecordFiles,
  onTorn: OnTorn,
): Promise<RecordIndex> {
  const { plan } = format;
  using keys = format.openKeys();
  try {
    const index = await buildIndex({ files, plan, keys, onTorn });
    verifyItems(plan, index, files);
    if (sealed !== null) await verifySeal(plan, sealed, index, files);
    return index;
  } catch (thrown) {
    throw sealed === null ? thrown : asChanged((await firstInvalidLine(format, files, thrown)) ?? thrown);
  }
}

/**
 * Returns the error of the first invalid line in the file of items or rows that the error `thrown` (RECORD_CHANGED)
 * names. Returns `null` if all lines are valid, and for other files and errors. Parses every line, because the index
 * has read only the start of each line.
 */
async function firstInvalidLine(
  { rowShape }: RecordFormat,
  files: RecordFiles,
  thrown: unknown,
): Promise<GoldsetError | null> {
  if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORD_CHANGED') return null;
  const { file } = thrown.details;
  try {
    if (file === files.rows) for await (const _ of readLines(files.rows, rowShape));
    if (file === files.items) for await (const _ of readLines(files.items, itemLine));
    return null;
  } catch (invalid) {
    return invalid instanceof GoldsetError ? invalid : null;
  }
}

/**
 * Converts RECORD_INVALID to RECORD_CHANGED for a sealed record. Its lines were valid when it was sealed, so an invalid
 * line was changed later.
 */
function asChanged(thrown: unknown): unknown {
  if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORD_INVALID') return thrown;
  const { file, line, path, found, expected } = thrown.details;
  const details = { file, what: `line ${line}: ${path}`, found, expected };
  return new GoldsetError('RECORD_CHANGED', details as never, { cause: thrown });
}

async function openFormat2(files: RecordFiles): Promise<RecordFormat> {
  const value = await readJson(files.plan);
  const version = memberOf(value, 'schemaVersion');
  if (version !== value && version !== recordSchemaVersion)
    throw new GoldsetError('RECORD_VERSION', {
      file: files.plan,
      found: JSON.stringify(version),
      expected: recordSchemaVersion,
    });
  const plan = checkAgainst(runPlanSchema, value, files.plan, 1);
  return {
    format: 2,
    plan,
    rowShape: rowLine(plan.versions.map(({ requested }) => requested)),
    openKeys: () => lineKeys(plan, files),
    openItems: () => {
      let last = -1;
      return {
        parse: (text, position, line) => {
          const item = parseText(itemLine, text, files.items, line);
          if (plan.shard === undefined) last = position - 1;
          checkPlace(plan, item.position, last, files.items, line);
          last = item.position;
          return item;
        },
        [Symbol.dispose]: () => {},
      };
    },
  };
}

/**
 * Reads the summary. Returns `null` if the file does not exist or is damaged, because a resumed run writes the summary
 * again.
 */
async function readSummary(
  file: string,
  format: 1 | 2,
  notices: string[],
): Promise<RunSummary | SealedSummary | null> {
  try {
    if (!existsSync(file)) return null;
    const value = await readJson(file);
    return checkAgainst(format === 1 ? runSummarySchema : sealedSummarySchema, value, file, 1);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORD_INVALID') throw thrown;
    notices.push(
      `${thrown.message}; the run counts as unfinished, and goldset run --resume writes the summary again`,
    );
    return null;
  }
}

/** Yields the planned items. Throws RECORD_INVALID if the file has fewer or more items than the plan. */
async function* plannedItems(
  file: string,
  { plan, openItems }: RecordFormat,
  onTorn: OnTorn,
): AsyncGenerator<RecordedItem> {
  using parser = openItems();
  let count = 0;
  const invalid = (line: number, found: string, expected: string) =>
    new GoldsetError('RECORD_INVALID', { file, line, path: 'id', found, expected });
  for await (const { text, line } of recordLines(file, onTorn)) {
    if (count === plan.items.count)
      throw invalid(line, shown(memberOf(JSON.parse(text), 'id')), 'no further item');
    yield parser.parse(text, count, line);
    count++;
  }
  if (count < plan.items.count)
    throw invalid(count + 1, 'no complete line', `a complete line for each of the ${plan.items.count} items`);
}

async function readJson(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = messageOf(cause);
    const line = Number(/\(line (\d+) /.exec(found)?.[1] ?? 1);
    throw new GoldsetError(
      'RECORD_INVALID',
      { file, line, path: 'the file', found, expected: 'JSON' },
      { cause },
    );
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : value;
}

/** Throws RECORD_IS_SHARD if the record is one shard of a run, because the caller needs all items. */
export function assertNotShard({ dir, plan: { shard } }: RecordReader): void {
  if (shard !== undefined)
    throw new GoldsetError('RECORD_IS_SHARD', { path: dir, index: shard.index, of: shard.of });
}

/**
 * Returns the version whose requested or resolved name is `named`. Without `named`, returns the last version.
 * Throws USAGE if there is no such version.
 */
export function versionOf({ dir, plan: { versions } }: RecordReader, named?: string): ResolvedVersion {
  const found =
    named === undefined
      ? versions.at(-1)
      : (versions.find(({ requested }) => requested === named) ??
        versions.find(({ resolved }) => resolved === named));
  if (found !== undefined) return found;
  throw new GoldsetError('USAGE', {
    problem: `${dir} has no version "${named}", expected one of ${versions.map(({ requested }) => requested).join(', ')}`,
    fix: 'Name one of these versions.',
  });
}
