import type { BaselineLine, BaselineResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints the baseline that a record became. */
export function printBlessing(
  answer: BaselineResult & { readonly blessing: BaselineLine },
  json: boolean,
): void {
  if (json) {
    printJson(answer);
    return;
  }
  const { name, version, recordId, dataset, replaces, who, why } = answer.blessing;
  process.stdout.write(
    `${name} is now ${version} of ${recordId} (${dataset.name}, ${dataset.items} items)${replaces === null ? '' : `, in place of ${replaces}`}\nkept in ${answer.dir}, blessed by ${who}: ${why}\n`,
  );
}

/** Prints a history of baselines, one line each. */
export function printBlessings(
  answer: BaselineResult & { readonly blessings: readonly BaselineLine[] },
  json: boolean,
): void {
  if (json) {
    printJson(answer);
    return;
  }
  if (answer.blessings.length === 0) process.stdout.write(`no baseline in ${answer.dir}\n`);
  for (const { name, blessedAt, who, why, version, recordId } of answer.blessings)
    process.stdout.write(
      `${name}  ${blessedAt.slice(0, 16).replace('T', ' ')}  ${version} of ${recordId}  ${who}: ${why}\n`,
    );
}
