import { oneLine } from '../../../base/one-line.ts';
import type { RunOutcome } from '../../../usecases/run/run-dataset.ts';
import { printJson } from '../../terminal/print-json.ts';
import { printSummary } from '../../terminal/summary-text.ts';

type Problem = RunOutcome['problem'];

/** Prints what a run came to: figures on standard output, what is wrong with the run on standard error. */
export function printRun({ result, model, problem, shard }: RunOutcome, json: boolean): void {
  if (json) printJson(result);
  else printSummary(model, result.report);
  const text = problemText(problem);
  if (text !== null) process.stderr.write(`${text}\n`);
  if (shard !== undefined)
    process.stderr.write(
      `note: this is shard ${shard.index} of ${shard.of}, ${shard.items} of ${shard.count} items; goldset merge puts them together\n`,
    );
}

/** What keeps a run from passing, in two lines; null if there is nothing. */
export function problemText(problem: Problem): string | null {
  if (problem === null) return null;
  const { code, message, fix } = problem;
  return `${code === null ? '' : `error ${code}: `}${oneLine(message)}\n  fix: ${fix}`;
}
