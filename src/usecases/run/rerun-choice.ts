import path from 'node:path';
import { isExact } from '../../analysis/fold/columns/stability-columns.ts';
import type { DocumentScores } from '../../analysis/fold/documents/document-scores.ts';
import { hasOutput } from '../../analysis/fold/documents/document-scores.ts';
import { scoreDocuments } from '../../analysis/fold/fold-record.ts';
import { findItemChanges } from '../../analysis/fold/scored-row.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { type EvaluationSet, hasGold } from '../../model/dataset/evaluation-set.ts';
import { isSubset, type RerunPart } from '../../model/record/rerun.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { assertNotShard, openRecord, type RecordReader } from '../../record/read/open-record.ts';
import type { RerunChoice } from '../../runner/cost/rerun.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings/resolve-settings.ts';
import { findRecords } from '../view/list-records.ts';

/**
 * Value of `--only-wrong` or `--only-new-errors`: the folder of a record, or `true` for the newest record in the
 * reports folder. `false` means that the flag is not given.
 */
export type RerunFlag = string | boolean;

export interface RerunFlags {
  /** Earlier record. Its documents that are not fully right run again. */
  readonly onlyWrong?: RerunFlag;
  /** Earlier record. Its documents with new errors run again. */
  readonly onlyNewErrors?: RerunFlag;
}

/** Options that cannot be combined with `onlyWrong` or `onlyNewErrors`. */
const others = ['resume', 'onlyFailed', 'predictions', 'limit', 'sample', 'shard'] as const;

interface RerunRequest extends RerunFlags, Partial<Record<(typeof others)[number], unknown>> {
  readonly dataset?: string;
  readonly only?: readonly string[];
}

export interface OpenedRerun {
  readonly source: RecordReader;
  readonly of: RerunPart;
}

const flagNames: Readonly<Record<RerunPart, string>> = {
  wrong: '--only-wrong',
  newErrors: '--only-new-errors',
};

/**
 * Opens the record that `--only-wrong` or `--only-new-errors` names. Returns `null` if neither flag is given. If the
 * flag has no value, opens the newest record in `reports` that has ended, has all documents and belongs to the
 * requested dataset.
 */
export async function openRerun(request: RerunRequest, reports: string): Promise<OpenedRerun | null> {
  const { onlyWrong, onlyNewErrors, only = [], dataset } = request;
  if (!onlyWrong && !onlyNewErrors) return null;
  const of: RerunPart = onlyWrong ? 'wrong' : 'newErrors';
  const flag = flagNames[of];
  const other = others.find((name) => request[name] !== undefined);
  if ((onlyWrong && onlyNewErrors) || other !== undefined || only.length > 0)
    throw new GoldsetError('USAGE', {
      problem: `found ${flag} with ${onlyWrong && onlyNewErrors ? flagNames.newErrors : dashed(other ?? 'only')}`,
      fix: 'Use only one of them.',
    });
  const named = onlyWrong || onlyNewErrors;
  const source =
    typeof named === 'string' ? await openRecord(path.resolve(named)) : await newest(reports, dataset, flag);
  assertNotShard(source);
  const { dir, plan, summary } = source;
  if (plan.target.kind === 'predictions' || summary === null)
    throw new GoldsetError('USAGE', {
      problem: `${flag}: ${dir} ${summary === null ? 'is the record of a run that did not end' : 'has outputs of another tool'}`,
      fix:
        summary === null
          ? `Complete the run first with: goldset run --resume ${dir}`
          : 'Name the record of a run.',
    });
  if (of === 'newErrors' && plan.versions.length !== 2)
    throw new GoldsetError('USAGE', {
      problem: `${flag}: ${dir} has ${plan.versions.length} versions, expected 2, because an error is new if the first version does not have it`,
      fix: 'Name a record of two versions, or use --only-wrong.',
    });
  return { source, of };
}

function dashed(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

async function newest(reports: string, dataset: string | undefined, flag: string): Promise<RecordReader> {
  const found: RecordReader[] = [];
  for await (const relative of findRecords(reports)) {
    const reader = await openRecord(path.join(reports, relative)).catch(() => null);
    if (reader === null || reader.summary === null || isSubset(reader.plan)) continue;
    const { target, shard, dataset: own } = reader.plan;
    if (target.kind === 'predictions' || shard !== undefined) continue;
    // `dataset` can also start with a format, such as `csv:gold.csv`.
    const isNamed = dataset === undefined || dataset === datasetOf(reader.plan);
    if (!isNamed && path.resolve(own.path) !== path.resolve(dataset)) continue;
    found.push(reader);
  }
  const [first] = found.sort((a, b) => (a.plan.createdAt < b.plan.createdAt ? 1 : -1));
  if (first !== undefined) return first;
  throw new GoldsetError('USAGE', {
    problem: `${flag}: found no finished record${dataset === undefined ? '' : ` of ${dataset}`} in ${reports}`,
    fix: `Name a record: ${flag} RECORD.`,
  });
}

/**
 * Scores the earlier record and selects its documents with errors. Omits documents that the dataset no longer has.
 * Throws USAGE if none are left.
 */
export async function chooseRerun(
  { source, of }: OpenedRerun,
  set: EvaluationSet,
  { optionsOf }: Pick<Settings, 'optionsOf'>,
  ports: Pick<Ports, 'notice'>,
): Promise<RerunChoice> {
  const known = new Set<string>();
  for await (const { id } of set.items()) known.add(id);
  const ids = new Set<string>();
  const rest = new Set<string>();
  let gone = 0;
  for await (const scores of scoreDocuments(source, optionsOf(source.plan).scoring)) {
    const { id } = scores.item;
    const isSelected = of === 'wrong' ? isWrong(scores) : hasNewErrors(scores);
    if (!known.has(id)) gone += isSelected ? 1 : 0;
    else (isSelected ? ids : rest).add(id);
  }
  if (gone > 0) ports.notice(`${gone} selected documents of ${source.dir} are no longer in the dataset`);
  if (ids.size === 0)
    throw new GoldsetError('USAGE', {
      problem: `${flagNames[of]}: no document of ${source.dir} ${of === 'wrong' ? 'is wrong' : 'has new errors'}`,
      fix: 'Run the dataset without this flag.',
    });
  return { source, of, ids, others: rest };
}

/** Returns the dataset argument of the run of a record, such as `invoices` or `csv:labels.csv`. */
export function datasetOf({ options, dataset }: RunPlan): string {
  const named = options.dataset?.value;
  return typeof named === 'string' ? named : path.resolve(dataset.path);
}

/** Scores a record, and counts the documents that a rerun would select. */
export async function countErrors(
  reader: RecordReader,
  of: RerunPart,
  { optionsOf }: Pick<Settings, 'optionsOf'>,
): Promise<number> {
  const isSelected = of === 'wrong' ? isWrong : hasNewErrors;
  let count = 0;
  for await (const scores of scoreDocuments(reader, optionsOf(reader.plan).scoring))
    if (isSelected(scores)) count++;
  return count;
}

/**
 * Returns whether the last version has a wrong value or lacks an output in at least one repeat. Returns false for an
 * item without gold.
 */
function isWrong({ item, versions }: DocumentScores): boolean {
  if (!hasGold(item)) return false;
  return (versions.at(-1) ?? []).some(({ state, score }) => !hasOutput(state) || isExact(score) === false);
}

/**
 * Returns whether the last version has an error that the first version does not have, or has no output although the
 * first version has one.
 */
function hasNewErrors(scores: DocumentScores): boolean {
  const change = findItemChanges(scores)?.change;
  return change !== undefined && (change.newErrors > 0 || change.state === 'noResult');
}
