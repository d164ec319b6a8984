import type { Command } from 'commander';

/** `goldset dataset check|stats`: what is in a gold set, and what is wrong with it. */
export function registerDataset(program: Command): void {
  const dataset = program.command('dataset').description('look at a gold set').exitOverride();
  dataset
    .command('check')
    .description('check items, files and gold against the schema; names every fault')
    .argument('<dataset>', 'a folder or file, or loader:path')
    .option('--json', 'one JSON object on standard output')
    .addHelpText('after', '\nExample:\n  $ goldset dataset check datasets/invoices')
    .exitOverride()
    .action(async (path: string, flags: { json?: boolean }) => {
      const { runDatasetCheck } = await import('../dataset-look.ts');
      process.exitCode = await runDatasetCheck(path, flags);
    });
  dataset
    .command('stats')
    .description('how many items, fields, classes and tags there are')
    .argument('<dataset>', 'a folder or file, or loader:path')
    .option('--json', 'one JSON object on standard output')
    .exitOverride()
    .action(async (path: string, flags: { json?: boolean }) => {
      const { runDatasetStats } = await import('../dataset-look.ts');
      await runDatasetStats(path, flags);
    });
}
