import { Command, CommanderError } from 'commander';
import { toolVersion } from '../base/tool-version.ts';
import { registerBless } from './commands/bless/command.ts';
import { registerCompare } from './commands/compare/command.ts';
import { registerDataset } from './commands/dataset/command.ts';
import { registerDemo } from './commands/demo/command.ts';
import { registerGate } from './commands/gate/command.ts';
import { registerInit } from './commands/init/command.ts';
import { registerMerge } from './commands/merge/command.ts';
import { registerPlan } from './commands/plan/command.ts';
import { registerReconcile } from './commands/reconcile/command.ts';
import { registerRecord } from './commands/record/command.ts';
import { registerReport } from './commands/report/command.ts';
import { registerRun } from './commands/run/command.ts';
import { registerScore } from './commands/score/command.ts';
import { registerServe } from './commands/serve/command.ts';
import { registerStages } from './commands/stages/command.ts';
import { registerSuspects } from './commands/suspects/command.ts';
import { registerThresholds } from './commands/thresholds/command.ts';
import { registerTrend } from './commands/trend/command.ts';
import { keepExitCode } from './terminal/keep-exit-code.ts';

/** Reads the command line, runs the command, and sets the exit code of docs/errors.md. */
export async function main(argv: readonly string[]): Promise<void> {
  keepExitCode();
  const program = buildProgram();
  try {
    await program.parseAsync(argv as string[]);
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? 0 : 2;
      return;
    }
    const { reportFailure } = await import('./terminal/report-failure.ts');
    process.exitCode = reportFailure(thrown);
  }
}

/** The commands; each loads what it needs only when it runs, so that `--help` answers at once. */
export function buildProgram(): Command {
  const program = new Command('goldset')
    .description(
      'Measures document processors against a gold set: draft against published, with the documents that broke.',
    )
    .version(toolVersion())
    .showHelpAfterError('(goldset --help shows the commands)')
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  $ goldset demo
  $ goldset run datasets/invoices --processor datasets/invoices/processor.json --versions 1.0,draft
  $ goldset report reports/invoices/record

Exit codes: 0 passed, 1 gate failed or cannot tell, 2 usage or dataset, 3 run incomplete, 4 reconciliation disagrees, 70 our mistake, 130 interrupted (docs/errors.md).`,
    );
  registerDemo(program);
  registerInit(program);
  registerRun(program);
  registerMerge(program);
  registerRecord(program);
  registerReport(program);
  registerGate(program);
  registerReconcile(program);
  registerSuspects(program);
  registerThresholds(program);
  registerPlan(program);
  registerStages(program);
  registerCompare(program);
  registerScore(program);
  registerTrend(program);
  registerBless(program);
  registerDataset(program);
  registerServe(program);
  for (const command of program.commands) command.exitOverride();
  return program;
}
