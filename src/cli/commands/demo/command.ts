import type { Command } from 'commander';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset demo`: the whole story on the bundled datasets. */
export function define(command: Command): void {
  command
    .option('--out <dir>', 'where the reports go', 'reports')
    .option('--only <name>', 'one of invoices, mixed-documents, packets')
    .option('--json', 'one JSON object on standard output (docs/schemas/demo.json)')
    .addHelpText('after', '\nExample:\n  $ goldset demo --only invoices')
    .action(async (flags: { out: string; only?: string; json?: boolean }) => {
      const { runDemo } = await import('../../../usecases/demo/run-demo.ts');
      const { printDemo } = await import('./text.ts');
      const result = await runDemo(flags, terminalPorts());
      printDemo(result, flags.json === true);
      process.exitCode = result.exitCode;
    });
}
