import { Command, CommanderError } from 'commander';
import { toolVersion } from '../base/tool-version.ts';
import { commands } from './commands.ts';
import { keepExitCode } from './terminal/keep-exit-code.ts';

/** Reads the command line, runs the command, and sets the exit code of docs/errors.md. */
export async function main(argv: readonly string[]): Promise<void> {
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
    const { reportFailure } = await import('./terminal/report-failure.ts');
    process.exitCode = reportFailure(thrown);
  }
}

/**
 * The program with all commands. Only those that `isNamed` accepts are loaded and get their flags, so that
 * `goldset --help` answers at once.
 */
export async function buildProgram(isNamed: (command: string) => boolean): Promise<Command> {
  const program = new Command('goldset')
    .description(
      'Measures document processors against a gold set: draft against published, with the documents that broke.',
    )
    .version(toolVersion())
    .showHelpAfterError('(goldset --help shows the commands)')
    .showSuggestionAfterError(true)
    .configureHelp({ subcommandTerm: (command) => command.name() })
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
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description);
    if (isNamed(name)) (await load()).define(command);
  }
  return program;
}
