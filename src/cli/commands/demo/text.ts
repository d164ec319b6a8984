import type { DemoOutcome } from '../../../usecases/demo/run-demo.ts';
import { printJson } from '../../terminal/print-json.ts';
import { summaryText } from '../../terminal/summary-text.ts';
import { problemText } from '../run/text.ts';

/** Prints the figures of every run and where the reports are. */
export function printDemo({ result, runs }: DemoOutcome, json: boolean): void {
  for (const { ending } of runs) {
    const text = problemText(ending.problem);
    if (text !== null) process.stderr.write(`${text}\n`);
  }
  if (json) {
    printJson(result);
    return;
  }
  for (const { model } of runs) process.stdout.write(`\n${summaryText(model)}\n`);
  process.stdout.write(`\nDone in ${result.seconds.toFixed(0)} s. Open one of these in a browser:\n`);
  for (const { index } of runs) process.stdout.write(`  ${index}\n`);
}
