import { type Stats, statSync } from 'node:fs';
import { GoldsetError } from '../base/goldset-error.ts';
import { isDeeperThan } from '../base/is-deeper-than.ts';
import type { EvaluationSetItem } from '../model/evaluation-set.ts';
import type { ProcessorKind } from '../model/processor-config.ts';
import { checkGold } from './check-gold.ts';
import type { DatasetSource } from './dataset-source.ts';

/** Everything that is wrong with a gold set, and how much of it is right. */
export interface DatasetCheck {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly path: string;
  /** Items without a problem. */
  readonly items: number;
  readonly problems: readonly GoldsetError[];
  /** Problems past the kept ones. */
  readonly furtherProblems: number;
  readonly notices: readonly string[];
}

export interface CheckOptions {
  readonly allowInvalidGold?: boolean;
  /** A document of zero bytes: a problem of the set when it is checked, a failed item when it is run. */
  readonly allowEmptyDocuments?: boolean;
  /** Problems that are kept; the rest is counted. */
  readonly keep?: number;
}

/** Reads a whole set once: wrong lines, double ids, missing documents, gold that the schema does not allow. */
export async function checkSource(source: DatasetSource, options: CheckOptions = {}): Promise<DatasetCheck> {
  const problems: GoldsetError[] = [];
  let further = 0;
  let items = 0;
  const note = (problem: GoldsetError): void => {
    if (problems.length < (options.keep ?? 1_000)) problems.push(problem);
    else further++;
  };
  const lines = new Map<string, number>();
  for await (const entry of source.entries()) {
    if ('problem' in entry) {
      note(entry.problem);
      continue;
    }
    const { item } = entry;
    const line = item.origin.line ?? 1;
    const firstLine = lines.get(item.id);
    const found =
      firstLine === undefined
        ? problemsOf(item, line, source, options)
        : [
            new GoldsetError('DATASET_DUPLICATE_ID', {
              file: item.origin.file,
              line,
              id: item.id,
              firstLine,
            }),
          ];
    if (firstLine === undefined) lines.set(item.id, line);
    for (const problem of found) note(problem);
    if (found.length === 0) items++;
  }
  if (items === 0 && problems.length === 0) note(new GoldsetError('DATASET_EMPTY', { path: source.path }));
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

/** Ids travel in the metadata of a run, which has a limit; gold is walked by code that recurses. */
const longestId = 512;
const deepestGold = 64;

function unusableItem({ id, expectedOutput, origin }: EvaluationSetItem, line: number): GoldsetError | null {
  const refuse = (path: string, found: string, expected: string, mend: string) =>
    new GoldsetError('DATASET_LINE_INVALID', { file: origin.file, line, path, found, expected, mend });
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
      'at most that',
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
