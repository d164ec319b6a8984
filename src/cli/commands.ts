import type { Command } from 'commander';

/** Every command with its description, in the order in which `goldset --help` lists them. */
export const commands = {
  demo: 'run the demo on the bundled datasets: publish a version, edit the draft, run both, write a report',
  init: 'create goldset.config.ts and a first dataset with its processor',
  run: 'run versions of a processor on a dataset, score them and write a report',
  merge: 'merge the shards of a run into one record and verify that it is complete',
  record: 'verify a record, or upgrade it to the current format',
  report: 'score a record again and write its report, offline',
  view: 'browse the records of a folder and their reports in the browser',
  open: 'open the newest report, or a named one, in the browser',
  last: 'print the verdict of the newest record again',
  gate: 'evaluate a record against a policy: exit code 0 if it passes, 1 if it fails or is inconclusive',
  reconcile:
    'compare the figures of a record with those of a batch run of the service, and explain the differences',
  'label-issues': 'rank labels that are probably wrong, with the evidence; does not change the dataset',
  thresholds: 'certify confidence thresholds for a target error, per document and per field',
  'sample-size': 'compute how many documents a difference, an interval or a threshold needs',
  attribution:
    'assign the errors of a workflow to splitting, classification, row alignment, value and presence',
  compare: 'compare two records, or two versions or repeats of one record, on the same items',
  score: 'score a record again, offline, with other comparators, policies or gold',
  trend: 'show many records of one dataset over time, each compared with the previous one',
  baseline: 'set a record as a named baseline, or list the history of baselines',
  dataset: 'check, describe, correct, convert, split and move datasets',
  serve: 'run the local service',
  worker:
    'do a part of the work of `goldset run --queue` or `goldset serve --queue`, on any number of machines',
} as const;

/**
 * Loads the flags and the action of a command from `commands/<name>.ts` or `commands/view/<name>.ts`, and adds them to
 * the command.
 */
export async function defineCommand(name: keyof typeof commands, command: Command): Promise<void> {
  const isView = name === 'view' || name === 'open' || name === 'last';
  const loaded = isView ? import(`./commands/view/${name}.ts`) : import(`./commands/${name}.ts`);
  const { define } = (await loaded) as { define(command: Command): void };
  define(command);
}
