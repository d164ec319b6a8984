import type { Command } from 'commander';
import type { DemoOutcome } from '../../usecases/demo/run-demo.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { summaryText } from '../terminal/summary-text.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { problemText } from './run.ts';

/** `goldset demo`: runs two versions on each bundled dataset and writes the reports. */
export function define(command: Command): void {
  command
    .option('--out <dir>', 'folder of the reports', 'reports')
    .option('--only <name>', 'one of invoices, mixed-documents, packets');
  addSharedFlags(command, { config: false, json: 'demo', examples: ['goldset demo --only invoices'] });
  command.action(async (flags: { readonly out: string; readonly only?: string } & JsonFlag) => {
    const { runDemo } = await import('../../usecases/demo/run-demo.ts');
    const demo = await runDemo(flags, terminalPorts());
    for (const { ending } of demo.runs) {
      const problem = problemText(ending.problem);
      if (problem !== null) process.stderr.write(`${problem}\n`);
    }
    print(demo.result, flags, () => demoText(demo));
    process.exitCode = demo.exitCode;
  });
}

function demoText({ result, runs }: DemoOutcome): string {
  return [
    ...runs.map(({ model }) => `\n${summaryText(model)}`),
    `\nDone in ${result.seconds.toFixed(0)} s. Open one of these reports in a browser:`,
    ...runs.map(({ index }) => `  ${index}`),
  ].join('\n');
}
