import type { Command } from 'commander';

/** Adds the flags of every command that scores. */
export function addScoringFlags(command: Command): void {
  command
    .option(
      '--comparator <field=name[:threshold]>',
      'comparator of a field, for example company=fuzzy:0.85 (repeatable)',
      collect,
      [],
    )
    .option('--exclude <field>', 'exclude a field or glob from scoring (repeatable)', collect, [])
    .option('--emptiness <policy>', 'service: null, empty and missing are equal; strict: they differ')
    .option(
      '--unlabelled <policy>',
      'absent: a key missing from the gold means no value; ignore: do not score it (default: from the dataset)',
    )
    .option(
      '--failures <policy>',
      'missing: count an item without output as all missing; exclude: leave it out',
    )
    .option('--margin <share>', 'largest difference that counts as equivalent (default 0.01)')
    .option('--confidence <share>', 'confidence level of intervals (default 0.95)')
    .option('--cluster-by <tag>', 'resample documents with the same value of this tag together')
    .option('--interval <method>', 'analytic (default), or a bootstrap: percentile, expanded, bca')
    .option('--seed <text>', 'seed of all random numbers (default "goldset")');
}

/** Appends the value of a repeatable flag. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
