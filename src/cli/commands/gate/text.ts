import { appendFileSync } from 'node:fs';
import type { GateResult } from '../../../usecases/gate/gate-record.ts';
import { gateText } from '../../../usecases/gate/gate-text.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints a verdict with the annotations and the job summary of the CI; with `--json` all text is on standard error. */
export function printGate({ outcome, files, annotations, summary }: GateResult, json: boolean): void {
  const lines = [gateText(outcome), ...files.map((file) => `written: ${file}`), ...annotations];
  const stream = json ? process.stderr : process.stdout;
  stream.write(`${lines.join('\n')}\n`);
  if (json) printJson(outcome);
  if (summary !== null) appendFileSync(summary.file, summary.text);
}
