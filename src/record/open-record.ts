import { readFile } from 'node:fs/promises';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { shown } from '../model/mismatch.ts';
import {
  type ItemRun,
  itemRunSchema,
  type RecordedItem,
  type RunPlan,
  type RunSummary,
  recordedItemSchema,
  recordSchemaVersion,
  runPlanSchema,
  runSummarySchema,
  type StartedRun,
  startedRunSchema,
} from '../model/run-record.ts';
import { buildIndex, type RecordIndex } from './index/record-index.ts';
import { itemLine, rowLine } from './read/line-shapes.ts';
import { checkAgainst } from './read/parse-line.ts';
import { type RecordedDocument, readDocuments } from './read/read-documents.ts';
import { readLines } from './read-lines.ts';
import { recordFiles, recordFolder } from './record-files.ts';
import { type UploadLine, uploadLineSchema } from './upload-line.ts';
import { lineKeys } from './v1/line-keys.ts';

export type { RecordedDocument, RecordIndex };

/** A record in its folder: the head at once, the lines as they are asked for. */
export interface RecordReader {
  readonly dir: string;
  readonly plan: RunPlan;
  /** Null while the run is unfinished. */
  readonly summary: RunSummary | null;
  /** True if the summary states the hashes of all files; `index` then verifies them. */
  readonly sealed: boolean;
  /** Scans items and rows on the first call: where each line is, the states, missing and double rows. */
  index(): Promise<RecordIndex>;
  /** Items in their order, or those at `positions` (rising, from 0), each with its rows; one at a time. */
  documents(positions?: Iterable<number>): AsyncGenerator<RecordedDocument>;
  items(): AsyncGenerator<RecordedItem>;
  rows(): AsyncGenerator<ItemRun>;
  runs(): AsyncGenerator<StartedRun>;
  uploads(): AsyncGenerator<UploadLine>;
  /** What a reader should be told, such as a last line that a crash cut off; grows while lines are read. */
  readonly notices: readonly string[];
}

/** Opens the record in a folder, or in its folder `record`. RECORD_NOT_FOUND, RECORD_VERSION, RECORD_INVALID say what is wrong with it. */
export async function openRecord(named: string): Promise<RecordReader> {
  const dir = recordFolder(named);
  const files = recordFiles(dir);
  const planValue = await readJson(files.plan);
  if (planValue === undefined) throw new GoldsetError('RECORD_NOT_FOUND', { path: dir });
  refuseOtherFormat(planValue, files.plan);
  const plan = checkAgainst(runPlanSchema, planValue, files.plan, 1);
  const notices: string[] = [];
  const summary = await readSummary(files.summary, notices);
  const onTorn = (file: string, line: number): void => {
    const notice = `${file}, line ${line}: cut off by a crash and left out`;
    if (!notices.includes(notice)) notices.push(notice);
  };
  let index: Promise<RecordIndex> | undefined;
  const indexOnce = (): Promise<RecordIndex> => {
    index ??= buildIndex({
      files,
      versionCount: plan.versions.length,
      repeats: plan.repeats,
      keys: lineKeys(plan, files),
      onTorn,
    });
    return index;
  };
  return {
    dir,
    plan,
    summary,
    notices,
    sealed: false,
    index: indexOnce,
    documents: async function* (positions) {
      const versions = plan.versions.map(({ requested }) => requested);
      const source = { files, versions, index: await indexOnce(), itemShape: itemLine, rowShape: rowLine };
      yield* readDocuments(source, positions);
    },
    items: () => plannedItems(files.items, plan, onTorn),
    rows: () => readLines(files.rows, itemRunSchema, { onTorn, fits: rowLine.fits }),
    runs: () => readLines(files.runs, startedRunSchema, { onTorn }),
    uploads: () => readLines(files.uploads, uploadLineSchema, { onTorn }),
  };
}

/** All lines but the summary are its source: a damaged one leaves the run unfinished, and resuming writes it anew. */
async function readSummary(file: string, notices: string[]): Promise<RunSummary | null> {
  try {
    const value = await readJson(file);
    return value === undefined ? null : checkAgainst(runSummarySchema, value, file, 1);
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError) || thrown.code !== 'RECORD_INVALID') throw thrown;
    notices.push(`${thrown.message}; the run counts as unfinished, goldset run --resume writes it again`);
    return null;
  }
}

/** The items are written before the plan: where one is missing the record was damaged, and no figure would be whole. */
async function* plannedItems(
  file: string,
  { items }: RunPlan,
  onTorn: (file: string, line: number) => void,
): AsyncGenerator<RecordedItem> {
  let count = 0;
  const refuse = (found: string, expected: string) =>
    new GoldsetError('RECORD_INVALID', { file, line: count + 1, path: 'id', found, expected });
  for await (const item of readLines(file, recordedItemSchema, { onTorn, fits: itemLine.fits })) {
    const planned = items[count]?.id;
    if (item.id !== planned)
      throw refuse(
        shown(item.id),
        planned === undefined ? 'no further item' : `${shown(planned)}, as planned`,
      );
    count++;
    yield item;
  }
  const missing = items[count];
  if (missing !== undefined) throw refuse('no whole line', `${shown(missing.id)}, as planned`);
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new GoldsetError('FILE_UNREADABLE', { file, reason: messageOf(thrown) }, { cause: thrown });
  }
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new GoldsetError(
      'RECORD_INVALID',
      { file, line: lineIn(thrown), path: 'the file', found: messageOf(thrown), expected: 'JSON' },
      { cause: thrown },
    );
  }
}

/** The line that the parser names, where it does. */
function lineIn(thrown: unknown): number {
  return Number(/\(line (\d+) /.exec(messageOf(thrown))?.[1] ?? 1);
}

function refuseOtherFormat(value: unknown, file: string): void {
  const found =
    typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (found !== undefined && found !== recordSchemaVersion)
    throw new GoldsetError('RECORD_VERSION', {
      file,
      found: JSON.stringify(found),
      expected: recordSchemaVersion,
    });
}
