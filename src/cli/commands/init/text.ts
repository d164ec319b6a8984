import path from 'node:path';
import type { InitResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints what was written in the folder, and the commands to continue with. */
export function printInit(answer: InitResult, json: boolean, folder: string): void {
  if (json) {
    printJson(answer);
    return;
  }
  const inside = path.relative(process.cwd(), path.resolve(folder));
  const steps = inside === '' ? answer.next : [`cd ${inside}`, ...answer.next];
  process.stdout.write(
    `${answer.files.map((file) => `written: ${file}`).join('\n')}\n\nNext:\n${steps.map((line) => `  $ ${line}`).join('\n')}\n`,
  );
}
