import type { Command } from 'commander';
import { oneLine } from '../../base/phrases.ts';
import type { DemoOutcome, DemoRequest } from '../../usecases/demo/run-demo.ts';
import {
  addColorFlag,
  addSharedFlags,
  type ColorFlag,
  collect,
  type JsonFlag,
  printStyled,
} from '../terminal/flags.ts';
import { summaryText } from '../terminal/summary-text.ts';
import type { TerminalLook } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';
import { problemText } from './run.ts';

/** `goldset demo`: runs two versions on each bundled dataset and writes the reports. */
export function define(command: Command): void {
  command
    .option('--out <dir>', 'folder of the reports', 'reports')
    .option('--only <name>', 'one of invoices, mixed-documents, packets')
    .option(
      '--reuse <record|auto>',
      'keep earlier records, and reuse unchanged outputs of this record; auto: of all records in --out (repeatable)',
      collect,
      [],
    );
  addSharedFlags(command, { config: false, json: 'demo', examples: ['goldset demo --only invoices'] });
  addColorFlag(command);
  command.action(async (flags: DemoRequest & JsonFlag & ColorFlag) => {
    const { runDemo } = await import('../../usecases/demo/run-demo.ts');
    const demo = await runDemo(flags, terminalPorts());
    for (const { ending } of demo.runs) {
      const problem = problemText(ending.problem);
      if (problem !== null) process.stderr.write(`${problem}\n`);
    }
    printStyled(demo.result, flags, (_, look) => demoText(demo, look));
    process.exitCode = demo.exitCode;
  });
}

function demoText({ result, runs }: DemoOutcome, look: TerminalLook): string {
  return [
    ...runs.map(({ model }) => `\n${summaryText(model, look)}`),
    `\nDone in ${result.seconds.toFixed(0)} s. Open one of these reports in a browser:`,
    ...runs.map(({ index }) => `  ${oneLine(index)}`),
  ].join('\n');
}
