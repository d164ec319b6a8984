import { existsSync } from 'node:fs';
import path from 'node:path';
import { oneLine, pluralise } from '../../base/phrases.ts';
import { shown as shownValue } from '../../model/processor/mismatch.ts';
import { unknownGoldTexts } from '../../model/record/unknown-gold.ts';
import type { DatasetCheckResult, GoldRepairs } from '../../model/results/command-results.ts';

/** Formats each problem of a dataset as two lines, followed by the number of valid items. */
export function checkText(result: DatasetCheckResult): string {
  const { name, kind, items, withoutGold = 0, problemCount, problems, notices, unknownGold, fix } = result;
  const isRejected = problems.some(({ code }) => code === 'GOLD_NOT_IN_SCHEMA');
  const listed = unknownGold.filter(({ isNear }) => !(isRejected && isNear));
  return [
    ...problems.flatMap(({ code, message, fix }) => [`${code}: ${message}`, `  fix: ${fix}`]),
    ...(problemCount > problems.length ? [`and ${problemCount - problems.length} more`] : []),
    ...[...notices, ...unknownGoldTexts(listed)].map((notice) => `note: ${notice}`),
    `${name} (${kind}): ${pluralise(items, 'valid item')}${withoutGoldText(withoutGold)}, ${pluralise(problemCount, 'problem')}`,
    ...(fix === undefined ? repairHint(result) : fixLines(fix, result.path)),
  ]
    .map(oneLine)
    .join('\n');
}

/**
 * Returns the command that lists repairs. Returns no lines unless the dataset has the native format and some of its
 * gold violates the schema of the dataset.
 */
function repairHint({ problems, path: dataset }: DatasetCheckResult): string[] {
  const isRepairable = problems.some(({ code }) => code === 'GOLD_VIOLATES_SCHEMA');
  if (!isRepairable || !existsSync(path.join(dataset, 'items.jsonl'))) return [];
  return [
    '',
    'List the labels that can be repaired automatically:',
    `  $ goldset dataset check ${shown(dataset)} --fix`,
  ];
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || '.';
}

/** At most this many repairs are listed. The output of `--json` has all repairs. */
const repairsShown = 1_000;

function fixLines({ repairs, version }: GoldRepairs, dataset: string): string[] {
  const lines = repairs
    .slice(0, repairsShown)
    .map(({ file, line, item, path: at, renamedFrom, ...values }) => {
      const name = renamedFrom === null ? at : `${renamedFrom} renamed to ${at}`;
      const [before, after] = [values.before, values.after].map(shownValue);
      return `  ${shown(file)}, line ${line}, item ${item}: ${name}: ${before === after ? after : `${before} → ${after}`}`;
    });
  const more = repairs.length > lines.length ? [`  and ${repairs.length - lines.length} more`] : [];
  const count = pluralise(repairs.length, 'label');
  if (version !== null)
    return [
      '',
      `Repaired ${count} in version ${version}:`,
      ...lines,
      ...more,
      `History: ${shown(path.join(dataset, 'history'))}`,
    ];
  if (repairs.length === 0) return ['', 'No label can be repaired automatically.'];
  const keys = [...new Set(repairs.filter((one) => one.renamedFrom !== null).map(({ field }) => field))];
  const choices = [...(repairs.some((one) => one.renamedFrom === null) ? ['all'] : []), ...keys];
  return [
    '',
    `Repairs of ${count} (nothing was written):`,
    ...lines,
    ...more,
    '',
    'Next:',
    `  $ goldset dataset check ${shown(dataset)} --fix ${choices.join(',')}`,
  ];
}

/** Returns the number of items without gold in parentheses. Returns an empty text if every item has gold. */
export function withoutGoldText(count: number): string {
  return count === 0 ? '' : ` (${count} without gold)`;
}
