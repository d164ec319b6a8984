import type { Command } from 'commander';
import type { ApplyReviewFlags } from '../run-apply-review.ts';

/** `goldset dataset check|stats`: what is in a gold set, and what is wrong with it. */
export function registerDataset(program: Command): void {
  const dataset = program.command('dataset').description('look at a gold set').exitOverride();
  dataset
    .command('check')
    .description('check items, files and gold against the schema; names every fault')
    .argument('<dataset>', 'a folder or file, or loader:path')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-check.json)')
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
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-stats.json)')
    .exitOverride()
    .action(async (path: string, flags: { json?: boolean }) => {
      const { runDatasetStats } = await import('../dataset-look.ts');
      await runDatasetStats(path, flags);
    });
  dataset
    .command('apply-review')
    .description(
      'write a new version of a dataset from a review list that was filled in; old labels are kept',
    )
    .argument('<dataset>', 'the folder of a dataset with items.jsonl')
    .argument('<review>', 'the CSV of goldset suspects --review, with decisions')
    .option(
      '--out <dir>',
      'write the new version as a new folder (default: into the dataset, with its history)',
    )
    .option('--who <name>', 'who decided, where a line does not say (default: the login name)')
    .option('--json', 'one JSON object on standard output (docs/schemas/apply-review.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset apply-review datasets/invoices review.csv')
    .exitOverride()
    .action(async (path: string, review: string, flags: ApplyReviewFlags) => {
      const { runApplyReview } = await import('../run-apply-review.ts');
      await runApplyReview(path, review, flags);
    });
}
