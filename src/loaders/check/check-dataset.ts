import { type Stats, statSync } from 'node:fs';
import { GoldsetError } from '../../base/goldset-error.ts';
import { isDeeperThan } from '../../base/is-deeper-than.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry, DatasetSource } from '../../model/dataset/loader.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import { checkGold } from './check-gold.ts';

/** Problems of a dataset, and the number of valid items. */
export interface DatasetCheck {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly path: string;
  /** Items without a problem. */
  readonly items: number;
  readonly problems: readonly GoldsetError[];
  /** Number of problems that were counted but not kept. */
  readonly furtherProblems: number;
  readonly notices: readonly string[];
}

export interface CheckOptions {
  readonly allowInvalidGold?: boolean;
  /** Accept documents of 0 bytes. A check reports them as problems; a run counts them as failed items. */
  readonly allowEmptyDocuments?: boolean;
  /** Maximum number of problems to keep; 1,000 if it is not given. */
  readonly keep?: number;
}

/**
 * Reads a dataset once, and finds invalid lines, duplicate ids, missing documents and gold that violates the schema.
 */
export async function checkSource(source: DatasetSource, options: CheckOptions = {}): Promise<DatasetCheck> {
  const problems: GoldsetError[] = [];
  let further = 0;
  let items = 0;
  for await (const entry of checkedEntries(source, options)) {
    if ('item' in entry) items++;
    else if (problems.length < (options.keep ?? 1_000)) problems.push(entry.problem);
    else further++;
  }
  const { name, kind } = source.manifest;
  return {
    name,
    kind,
    path: source.path,
    items,
    problems,
    furtherProblems: further,
    notices: source.notices,
  };
}

/**
 * Reads a dataset once, and yields its valid items and all problems. An empty dataset is a problem. Stores 64 bits of the
 * hash of each id, so a million ids contain a false duplicate with a probability of 3e-8.
 */
export async function* checkedEntries(
  source: DatasetSource,
  options: CheckOptions,
): AsyncGenerator<DatasetEntry> {
  const lines = new IdTable();
  let isEmpty = true;
  for await (const entry of source.entries()) {
    isEmpty = false;
    if ('problem' in entry) {
      yield entry;
      continue;
    }
    const { item } = entry;
    const { file, line = 1 } = item.origin;
    const firstLine = lines.add(item.id, line);
    const problems =
      firstLine < 0
        ? problemsOf(item, line, source, options)
        : [new GoldsetError('DATASET_DUPLICATE_ID', { file, line, id: item.id, firstLine })];
    for (const problem of problems) yield { problem };
    if (problems.length === 0) yield entry;
  }
  if (isEmpty) yield { problem: new GoldsetError('DATASET_EMPTY', { path: source.path }) };
}

function problemsOf(
  item: EvaluationSetItem,
  line: number,
  source: DatasetSource,
  options: CheckOptions,
): GoldsetError[] {
  const unusable = unusableItem(item, line);
  if (unusable !== null) return [unusable];
  const document = documentProblem(item, options);
  const { config } = source.manifest;
  if (config === undefined || source.inferred === true || options.allowInvalidGold === true) return document;
  const gold = checkGold(item.expectedOutput, config).map(
    (mismatch) =>
      new GoldsetError('GOLD_VIOLATES_SCHEMA', { file: item.origin.file, line, id: item.id, ...mismatch }),
  );
  return [...document, ...gold];
}

/** Limits for two reasons: the metadata of a run contains the id, and recursive code walks the gold. */
const longestId = 512;
const deepestGold = 64;

function unusableItem({ id, expectedOutput, origin }: EvaluationSetItem, line: number): GoldsetError | null {
  const refuse = (path: string, found: string, expected: string, fix: string) =>
    new GoldsetError('DATASET_LINE_INVALID', { file: origin.file, line, path, found, expected, fix });
  if (id.length > longestId)
    return refuse(
      'id',
      `${id.length} characters`,
      `at most ${longestId}`,
      'Give the item a shorter id, or the file a shorter name.',
    );
  if (isDeeperThan(expectedOutput, deepestGold))
    return refuse(
      'expectedOutput',
      `more than ${deepestGold} levels of nesting`,
      `at most ${deepestGold} levels`,
      'Schemas of the service have three levels.',
    );
  return null;
}

function documentProblem(item: EvaluationSetItem, options: CheckOptions): GoldsetError[] {
  if (item.source.kind === 'text')
    return item.source.text.trim() === '' && options.allowEmptyDocuments !== true
      ? [new GoldsetError('DOCUMENT_EMPTY', { file: `item ${item.id}`, reason: 'its text is blank' })]
      : [];
  if (item.source.kind !== 'file') return [];
  const file = item.source.path;
  const found = statOrNull(file);
  if (found === null)
    return [new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: `the dataset (item ${item.id})` })];
  if (!found.isFile()) return [new GoldsetError('FILE_UNREADABLE', { file, reason: 'not a regular file' })];
  if (found.size === 0 && options.allowEmptyDocuments !== true)
    return [new GoldsetError('DOCUMENT_EMPTY', { file, reason: 'it has no bytes' })];
  return [];
}

function statOrNull(file: string): Stats | null {
  try {
    return statSync(file);
  } catch {
    return null;
  }
}
