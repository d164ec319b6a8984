import { type Stats, statSync } from 'node:fs';
import { GoldsetError } from '../../base/goldset-error.ts';
import { isDeeperThan } from '../../base/is-deeper-than.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import { valueAt } from '../../base/value-path.ts';
import { deepestGold, type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import { extractPlace } from '../../model/dataset/extract-place.ts';
import type { DatasetEntry, DatasetSource } from '../../model/dataset/loader.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { GoldCheck } from '../gold/gold-check.ts';
import { allowsPath, schemaNames } from '../gold/schema-names.ts';
import { checkGold } from './check-gold.ts';

export interface CheckOptions {
  /**
   * Collects the gold of each item, even if the item has problems. If several items have the same id, collects only the
   * gold of the first one.
   */
  readonly gold?: GoldCheck;
  readonly allowInvalidGold?: boolean;
  /**
   * Whether documents of 0 bytes are allowed. If not, each such document is a problem of the dataset. A run allows such
   * documents and counts their items as failed.
   */
  readonly allowEmptyDocuments?: boolean;
}

/** Yields the valid items of a dataset and all its problems. An empty dataset is a problem. */
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
    if (firstLine < 0) options.gold?.add(item);
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
  if (config === undefined || source.inferred === true || options.allowInvalidGold === true || !hasGold(item))
    return document;
  const gold = checkGold(item.expectedOutput, config).map(
    (mismatch) =>
      new GoldsetError('GOLD_VIOLATES_SCHEMA', { file: item.origin.file, line, id: item.id, ...mismatch }),
  );
  return [...document, ...gold, ...notScoredProblems(item, line, config)];
}

/**
 * Returns a problem for each path in `notScored` that the schema does not allow, or that leads to a table row that the
 * gold does not have.
 */
function notScoredProblems(
  { id, expectedOutput, notScored = {}, origin }: EvaluationSetItem,
  line: number,
  config: ProcessorConfig,
): GoldsetError[] {
  if (config.type !== 'EXTRACT') return [];
  const names = schemaNames(config);
  return Object.keys(notScored).flatMap((path) => {
    const problem = (expected: string) =>
      new GoldsetError('GOLD_VIOLATES_SCHEMA', {
        file: origin.file,
        line,
        id,
        path: `notScored.${path}`,
        found: path,
        expected,
      });
    if (!allowsPath(names, path)) return problem('the path of a value that the schema has');
    const row = /^(.*)\[\d+\]/s.exec(path)?.[0];
    const isKnown =
      row === undefined || valueAt(expectedOutput, extractPlace(expectedOutput, row).value) !== undefined;
    return isKnown ? [] : problem('a row that "expectedOutput" has');
  });
}

/**
 * Maximum number of characters of an id. A run sends the id as metadata, and the service limits the size of metadata.
 */
const longestId = 512;

function unusableItem({ id, expectedOutput, origin }: EvaluationSetItem, line: number): GoldsetError | null {
  const problem = (path: string, found: string, expected: string, fix: string) =>
    new GoldsetError('DATASET_LINE_INVALID', { file: origin.file, line, path, found, expected, fix });
  if (id.length > longestId) {
    const fix = 'Give the item a shorter id, or the file a shorter name.';
    return problem('id', `${id.length} characters`, `at most ${longestId}`, fix);
  }
  if (isDeeperThan(expectedOutput, deepestGold)) {
    const found = `more than ${deepestGold} levels of nesting`;
    const fix = 'Reduce the nesting. Schemas of the service have at most three levels.';
    return problem('expectedOutput', found, `at most ${deepestGold} levels`, fix);
  }
  return null;
}

function documentProblem({ id, source }: EvaluationSetItem, options: CheckOptions): GoldsetError[] {
  const empty = (file: string, reason: string) =>
    options.allowEmptyDocuments === true ? [] : [new GoldsetError('DOCUMENT_EMPTY', { file, reason })];
  if (source.kind === 'text')
    return source.text.trim() === '' ? empty(`item ${id}`, 'its text is blank') : [];
  if (source.kind !== 'file') return [];
  const file = source.path;
  const found = statOrNull(file);
  if (found === null)
    return [
      new GoldsetError('FILE_NOT_FOUND', {
        file: `item ${id}: ${file}`,
        relativeTo: 'the folder of the dataset',
      }),
    ];
  if (!found.isFile()) return [new GoldsetError('FILE_UNREADABLE', { file, reason: 'not a regular file' })];
  return found.size === 0 ? empty(file, 'it has no bytes') : [];
}

function statOrNull(file: string): Stats | null {
  try {
    return statSync(file);
  } catch {
    return null;
  }
}
