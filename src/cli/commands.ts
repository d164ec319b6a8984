import type { Command } from 'commander';

/** One command of the list in `goldset --help`. Its flags and its action are loaded only when it is named. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  load(): Promise<{ define(command: Command): void }>;
}

/** Every command, in the order in which `goldset --help` lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'the whole story on bundled data: publish, edit the draft, run both, compare, report',
    load: () => import('./commands/demo/command.ts'),
  },
  {
    name: 'init',
    description: 'write goldset.config.ts and a first dataset with its processor; nothing is overwritten',
    load: () => import('./commands/init/command.ts'),
  },
  {
    name: 'run',
    description: 'run versions of a processor over a dataset, score them and write a report',
    load: () => import('./commands/run/command.ts'),
  },
  {
    name: 'merge',
    description: 'put the shards of a run together, and prove that every planned item is there once',
    load: () => import('./commands/merge/command.ts'),
  },
  {
    name: 'record',
    description: 'verify and upgrade run records',
    load: () => import('./commands/record/command.ts'),
  },
  {
    name: 'report',
    description: 'score a stored record again and write its report, offline',
    load: () => import('./commands/report/command.ts'),
  },
  {
    name: 'gate',
    description: 'judge a record by a policy: exit code 0 where it passes, 1 where it fails or cannot tell',
    load: () => import('./commands/gate/command.ts'),
  },
  {
    name: 'reconcile',
    description: 'put our figures beside those of a batch processor run, and find why they differ',
    load: () => import('./commands/reconcile/command.ts'),
  },
  {
    name: 'label-issues',
    description: 'rank labels that are probably wrong, with the evidence; does not change the dataset',
    load: () => import('./commands/label-issues/command.ts'),
  },
  {
    name: 'thresholds',
    description: 'certified confidence thresholds for a target error, by document and by field',
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
    description: 'compare two records, or two versions or repeats of one, on the same items',
    load: () => import('./commands/compare/command.ts'),
  },
  {
    name: 'score',
    description: 'score a stored record again, offline, by other scorers, policies or newer gold',
    load: () => import('./commands/score/command.ts'),
  },
  {
    name: 'trend',
    description: 'figures of many records of one dataset over time, each compared with the one before',
    load: () => import('./commands/trend/command.ts'),
  },
  {
    name: 'baseline',
    description: 'set a record as a named baseline, or list the history of baselines',
    load: () => import('./commands/baseline/command.ts'),
  },
  {
    name: 'dataset',
    description: 'check, look at, convert and move gold sets',
    load: () => import('./commands/dataset/command.ts'),
  },
  {
    name: 'serve',
    description: 'run the local service on its own',
    load: () => import('./commands/serve/command.ts'),
  },
];
