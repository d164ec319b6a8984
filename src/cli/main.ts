import { Command, CommanderError } from 'commander';
import { printable } from '../base/phrases.ts';
import { toolVersion } from '../base/tool-version.ts';
import { commands, defineCommand } from './commands.ts';
import { exitOnSignal } from './terminal/exit-on-signal.ts';
import { keepExitCode, reportFailure } from './terminal/keep-exit-code.ts';

/** Runs the command that the command line names, and sets the exit code (docs/errors.md). */
export async function main(argv: readonly string[]): Promise<void> {
  exitOnSignal();
  keepExitCode();
  const words = new Set(argv.slice(2));
  try {
    const program = await buildProgram((name) => words.has(name));
    await program.parseAsync(argv as string[]);
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? 0 : 2;
      return;
    }
    process.exitCode = reportFailure(thrown);
  }
}

/**
 * Returns the program with all commands. To start fast, loads the code of a command only if `isNamed` returns true for
 * its name.
 */
export async function buildProgram(isNamed: (command: string) => boolean): Promise<Command> {
  const program = new Command('goldset')
    .description('Evaluates document processors on a labelled dataset, and compares versions.')
    .version(toolVersion())
    .showHelpAfterError('(goldset --help lists the commands)')
    .showSuggestionAfterError(true)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({ outputError: (text, write) => write(printable(text)) })
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  $ goldset demo
  $ goldset run datasets/invoices --processor datasets/invoices/processor.json --versions 1.0,draft
  $ goldset report reports/invoices/record

Exit codes: 0 passed, 1 gate failed or inconclusive, 2 usage or dataset, 3 run incomplete, 4 reconciliation differs, 70 internal error, 130 interrupted (docs/errors.md).`,
    );
  for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
    const command = program.command(name).description(commands[name]);
    if (isNamed(name)) await defineCommand(name, command);
  }
  return program;
}
