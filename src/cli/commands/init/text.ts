import path from 'node:path';
import type { InitResult } from '../../../model/results/command-results.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints what was written in the folder, and the commands to continue with. */
export function printInit(result: InitResult, json: boolean, folder: string): void {
  if (json) {
    printJson(result);
    return;
  }
  const inside = path.relative(process.cwd(), path.resolve(folder));
  const steps = inside === '' ? result.next : [`cd ${inside}`, ...result.next];
  process.stdout.write(
    `${result.files.map((file) => `written: ${file}`).join('\n')}\n\nNext:\n${steps.map((line) => `  $ ${line}`).join('\n')}\n`,
  );
}
