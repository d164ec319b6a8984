import type { BaselineList, SetBaselineResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints the baseline that a record became. */
export function printBaseline(result: SetBaselineResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const { name, version, recordId, dataset, replaces, author, reason } = result.entry;
  const replaced = replaces === null ? '' : `, replaces ${replaces}`;
  process.stdout.write(
    `Baseline ${name}: ${version} of ${recordId} (${dataset.name}, ${dataset.items} items)${replaced}\nAuthor: ${author}\nReason: ${reason}\nFolder: ${result.dir}\n`,
  );
}

/** Prints a history of baselines, one line each. */
export function printBaselines(result: BaselineList, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  if (result.entries.length === 0) process.stdout.write(`no baseline in ${result.dir}\n`);
  for (const { name, setAt, author, reason, version, recordId } of result.entries)
    process.stdout.write(
      `${name}  ${setAt.slice(0, 16).replace('T', ' ')}  ${version} of ${recordId}  ${author}: ${reason}\n`,
    );
}
