import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { textLines } from '../../base/read-text-file.ts';
import { GoldCheck } from '../../loaders/gold/gold-check.ts';
import { readManifest } from '../../loaders/reading/read-json.ts';
import { changeGold } from '../../loaders/review/apply-review.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { GoldRepair, GoldRepairs } from '../../model/results/command-results.ts';
import { labelRepairs } from '../review/gold-repairs.ts';
import { proposedCounts } from '../review/proposed-counts.ts';

/**
 * The dataset and the repairs to make. A repair is named by its field, or by its misspelt key. `all` selects the
 * repairs of all values, but renames no keys.
 */
export interface RepairRequest {
  /** Folder of a dataset with items.jsonl, also as `native:folder`. */
  readonly dataset: string;
  /** Comma-separated names of repairs. `true` only lists the possible repairs. */
  readonly fix: string | true;
  /** Name of the person who repairs the gold. It is recorded in the history. */
  readonly reviewer: string;
}

/**
 * Finds misspelt keys, and labels that violate the schema although they have exactly one possible meaning. Writes the
 * chosen repairs as a new version of the dataset, as `goldset dataset apply-review` does. `all` chooses the repairs of
 * all values. A misspelt key is renamed only if `fix` names it. Throws USAGE if the dataset has another format, or if
 * `fix` has a name without repairs.
 */
export async function repairDataset({ dataset, fix, reviewer }: RepairRequest): Promise<GoldRepairs> {
  const folder = path.resolve(dataset.replace(/^native:/, ''));
  if (!existsSync(path.join(folder, 'dataset.json')) || !existsSync(path.join(folder, 'items.jsonl')))
    throw new GoldsetError('USAGE', {
      problem: `--fix: found ${dataset}, expected the folder of a dataset with dataset.json and items.jsonl`,
      fix: 'Convert the dataset with goldset dataset convert, and repair the result.',
    });
  const repairs = await findRepairs(folder);
  if (fix === true) return { repairs, version: null };
  const names = fix.split(',').map((name) => name.trim());
  const fields = new Set(repairs.map(({ field }) => field));
  const unknown = names.find((name) => name !== 'all' && !fields.has(name));
  if (unknown !== undefined)
    throw new GoldsetError('USAGE', {
      problem: `--fix: found "${unknown}", expected ${truncateList(['all', ...fields], 20)}`,
      fix: 'Run the command with --fix alone. It lists all repairs.',
    });
  const chosen = repairs.filter(
    ({ field, renamedFrom }) => names.includes(field) || (names.includes('all') && renamedFrom === null),
  );
  const decisions = chosen.map(({ line, item, path: at, renamedFrom, before, after }) => ({
    line,
    itemId: item,
    path: at,
    label: renamedFrom === null ? before : null,
    value: after,
    markBefore: null,
    mark: null,
    evidence: renamedFrom === null ? 'written as the schema demands' : `key renamed from ${renamedFrom}`,
    reviewer,
    ...(renamedFrom !== null && { renamed: { from: renamedFrom, value: before } }),
  }));
  const { version } = await changeGold(
    folder,
    { decisions, kept: 0, undecided: 0 },
    {
      review: 'dataset check --fix',
      at: new Date().toISOString(),
      reviewer,
      recount: proposedCounts(folder),
    },
  );
  return { repairs: chosen, version: chosen.length === 0 ? null : version };
}

async function findRepairs(folder: string): Promise<GoldRepair[]> {
  const { config } = await readManifest(path.join(folder, 'dataset.json'));
  if (config?.type !== 'EXTRACT') return [];
  const file = path.join(folder, 'items.jsonl');
  const items = await readItems(file);
  const check = new GoldCheck({ path: folder, dataset: config, versions: [] });
  for (const { id, line, expected } of items)
    check.add({ id, origin: { file, line }, expectedOutput: expected });
  const misspelt = check.unknown().filter(({ isNear }) => isNear);
  return items.flatMap(({ id, line, expected, notScored }) =>
    labelRepairs(expected, config, misspelt)
      .filter(({ path: at }) => notScored[at] === undefined)
      .map(({ from, ...repair }) => ({ file, line, item: id, ...repair, renamedFrom: from })),
  );
}

interface Item {
  readonly id: string;
  readonly line: number;
  readonly expected: JsonValue;
  readonly notScored: JsonObject;
}

/** Reads the items with gold. Omits invalid lines. If several items have the same id, reads only the first of them. */
async function readItems(file: string): Promise<Item[]> {
  const items = new Map<string, Item>();
  for await (const { text, line } of textLines(file)) {
    const value = jsonOf(text);
    if (!isJsonObject(value) || typeof value.id !== 'string' || items.has(value.id)) continue;
    const { id, expectedOutput = null, notScored = {} } = value;
    if (expectedOutput === null) continue;
    items.set(id, {
      id,
      line,
      expected: expectedOutput,
      notScored: isJsonObject(notScored) ? notScored : {},
    });
  }
  return [...items.values()];
}

function jsonOf(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return null;
  }
}
