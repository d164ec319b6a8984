import type { Command } from 'commander';

/** A command in `goldset --help`. Its flags and action are loaded only if the command line names it. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  load(): Promise<{ define(command: Command): void }>;
}

/** Every command, in the order in which `goldset --help` lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'run the demo on the bundled datasets: publish, edit the draft, run both, report',
    load: () => import('./commands/demo/command.ts'),
  },
  {
    name: 'init',
    description: 'create goldset.config.ts and a first dataset with its processor',
    load: () => import('./commands/init/command.ts'),
  },
  {
    name: 'run',
    description: 'run versions of a processor on a dataset, score them and write a report',
    load: () => import('./commands/run/command.ts'),
  },
  {
    name: 'merge',
    description: 'merge the shards of a run into one record and verify that it is complete',
    load: () => import('./commands/merge/command.ts'),
  },
  {
    name: 'record',
    description: 'verify a record, or upgrade it to the current format',
    load: () => import('./commands/record/command.ts'),
  },
  {
    name: 'report',
    description: 'score a record again and write its report, offline',
    load: () => import('./commands/report/command.ts'),
  },
  {
    name: 'gate',
    description:
      'evaluate a record against a policy: exit code 0 if it passes, 1 if it fails or is inconclusive',
    load: () => import('./commands/gate/command.ts'),
  },
  {
    name: 'reconcile',
    description: 'compare the figures with those of a batch run of the service, and explain the differences',
    load: () => import('./commands/reconcile/command.ts'),
  },
  {
    name: 'label-issues',
    description: 'rank labels that are probably wrong, with the evidence; does not change the dataset',
    load: () => import('./commands/label-issues/command.ts'),
  },
  {
    name: 'thresholds',
    description: 'certify confidence thresholds for a target error, per document and per field',
    load: () => import('./commands/thresholds/command.ts'),
  },
  {
    name: 'sample-size',
    description: 'number of documents that a difference, an interval or a threshold needs',
    load: () => import('./commands/sample-size/command.ts'),
  },
  {
    name: 'attribution',
    description:
      'divide the errors of a workflow among splitting, classification, row alignment, value and presence',
    load: () => import('./commands/attribution/command.ts'),
  },
  {
    name: 'compare',
    description: 'compare two records, or two versions or repeats of one record, on the same items',
    load: () => import('./commands/compare/command.ts'),
  },
  {
    name: 'score',
    description: 'score a record again, offline, with other comparators, policies or gold',
    load: () => import('./commands/score/command.ts'),
  },
  {
    name: 'trend',
    description: 'show many records of one dataset over time, each compared with the previous one',
    load: () => import('./commands/trend/command.ts'),
  },
  {
    name: 'baseline',
    description: 'set a record as a named baseline, or list the history of baselines',
    load: () => import('./commands/baseline/command.ts'),
  },
  {
    name: 'dataset',
    description: 'check, describe, correct, convert and move datasets',
    load: () => import('./commands/dataset/command.ts'),
  },
  {
    name: 'serve',
    description: 'run the local service',
    load: () => import('./commands/serve/command.ts'),
  },
];
