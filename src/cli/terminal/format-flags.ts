import type { Command } from 'commander';
import { reportFormats } from '../../usecases/settings/flag-values.ts';

/** Adds the flags of every command that writes a report. `without` lists formats that do not apply to it. */
export function addFormatFlags(
  command: Command,
  defaults: string,
  without: readonly (typeof reportFormats)[number][] = [],
): Command {
  const names = reportFormats.filter((name) => !without.includes(name));
  return command
    .option('--format <list>', names.join(', '), defaults)
    .option('--leaves <selection>', 'rows of the leaf table: all, wrong or none (default all)')
    .option(
      '--leaf-format <format>',
      'csv or parquet (default: csv, or parquet from 5,000,000 written leaves)',
    );
}
