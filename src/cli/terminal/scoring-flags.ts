import type { Command } from 'commander';

/** The flags of every command that scores. */
export function addScoringFlags(command: Command): void {
  command
    .option(
      '--comparator <field=name[:threshold]>',
      'how a field is compared, e.g. company=fuzzy:0.85 (repeatable)',
      collect,
      [],
    )
    .option('--exclude <field>', 'leave a field out of scoring; globs allowed (repeatable)', collect, [])
    .option('--emptiness <policy>', 'service: null, empty and missing are alike; strict: they are not')
    .option(
      '--unlabelled <policy>',
      'absent: a key the gold lacks means no value; ignore: it is not scored (default: as the dataset says)',
    )
    .option('--failures <policy>', 'missing: no output counts as all missing; exclude: it is left out')
    .option('--margin <share>', 'differences up to this are of no importance (default 0.01)')
    .option('--confidence <share>', 'of intervals (default 0.95)')
    .option('--cluster-by <tag>', 'documents that share this tag are one unit of the statistics')
    .option('--interval <method>', 'analytic (default), or a bootstrap: percentile, expanded, bca')
    .option('--seed <text>', 'of every random draw (default "goldset")');
}

/** Gathers a flag that may be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
