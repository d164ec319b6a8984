import type { Command } from 'commander';
import { printable, printableJson } from '../../base/phrases.ts';
import { comparatorNames, papers, reportFormats } from '../../usecases/settings/flag-values.ts';
import { fitLines, withRelativePaths } from './fit-lines.ts';
import { lookOf, type TerminalLook } from './terminal-look.ts';

export const recordHelp = 'folder of a record, or the folder that contains it';

interface SharedFlags {
  /** If set, adds the flags of the service. The text is shown as the default of `--target`. */
  readonly target?: string;
  /** If set, adds the flags of a report. `formats` is the default of `--format`. `junit` permits the format `junit`. */
  readonly report?: { readonly formats: string; readonly junit?: boolean };
  /** If set, adds the flags of scoring and statistics. With `record`, also adds `--use-config`. */
  readonly scoring?: boolean | 'record';
  /** If set, adds the flag for the share of item runs that may fail. */
  readonly failures?: boolean;
  readonly config?: boolean;
  /** Name of the file in `docs/schemas` that describes the output of `--json`. */
  readonly json: string;
  readonly examples: readonly string[];
}

/** Adds the flags that a command shares with other commands, and the examples of the command. */
export function addSharedFlags(
  command: Command,
  { target, report, scoring = false, failures = false, config = true, json, examples }: SharedFlags,
): Command {
  if (target !== undefined)
    command
      .option('--target <url>', `address of the service (default: ${target})`)
      .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
      .option('--api-version <date>', 'value of the version header (default: GOLDSET_API_VERSION)');
  if (config) command.option('--config <file>', 'configuration file');
  command.option(
    '--json',
    `print one JSON object; everything else goes to standard error (docs/schemas/${json}.json)`,
  );
  if (report !== undefined) addReportFlags(command, report);
  if (scoring !== false) addScoringFlags(command);
  if (scoring === 'record')
    command.option('--use-config', 'apply the options of the configuration instead of those of the run');
  if (failures)
    command.option(
      '--max-failure-rate <share>',
      'share of item runs that may fail; if more fail, exit with 3 (default: as in the run, or 0)',
    );
  const lines = examples.map((example) => `\n  $ ${example}`);
  return command.addHelpText('after', `\nExample${lines.length > 1 ? 's' : ''}:${lines.join('')}`);
}

function addReportFlags(
  command: Command,
  { formats, junit = false }: NonNullable<SharedFlags['report']>,
): void {
  const names = reportFormats.filter((name) => junit || name !== 'junit');
  command
    .option('--format <list>', names.join(', '), formats)
    .option(
      '--images <which>',
      'page images in the report: all, crops (only the places of wrong values) or none (default all)',
    )
    .option(
      '--read-scans',
      'read scanned pages by OCR, so that the report shows where expected values are printed',
    )
    .option('--leaves <selection>', 'rows of the leaf table: all, wrong or none (default all)')
    .option(
      '--leaf-format <format>',
      'csv or parquet (default: csv, or parquet from 5,000,000 written leaves)',
    )
    .option(
      '--paper <size>',
      `paper size of the PDF and Excel files: ${papers.join(' or ')} (default ${papers[0]})`,
    );
}

function addScoringFlags(command: Command): void {
  command
    .option(
      '--comparator <field=name[:threshold]>',
      `comparator of a field, for example company=fuzzy:0.85 (repeatable): ${comparatorNames.join(', ')}`,
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
      'missing: the expected values of an item without an output count as missing; exclude: omit the item',
    )
    .option('--margin <share>', 'largest difference that counts as equivalent (default 0.01)')
    .option('--confidence <share>', 'confidence level of intervals (default 0.95)')
    .option('--cluster-by <tag>', 'count documents with the same value of this tag as one observation')
    .option(
      '--independent',
      'assume that documents fail independently: certify thresholds without a test for clusters',
    )
    .option(
      '--primary <name>',
      'primary metric, field or class: its test gets half of the allowed probability of a false alarm; declare it with `goldset run`',
    )
    .option('--interval <method>', 'analytic (default), or a bootstrap: percentile, expanded, bca')
    .option('--seed <text>', 'seed of all random numbers (default "goldset")');
}

export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export interface JsonFlag {
  readonly json?: boolean;
}

/** Flag of the commands that show the first page of a report. */
export interface ColorFlag {
  /** False if the user gave `--no-color`. */
  readonly color?: boolean;
}

export function addColorFlag(command: Command): Command {
  return command.option('--no-color', 'print without colours (as with NO_COLOR)');
}

/**
 * Prints a result. With `--json`, prints one JSON object. Otherwise, calls `text` and prints the returned text
 * unchanged. The returned text must not contain control characters other than colour codes.
 */
export function printStyled<T extends object>(
  result: T,
  { json, color }: JsonFlag & ColorFlag,
  text: (result: T, look: TerminalLook) => string,
): void {
  const look = lookOf(process.stdout, process.env, color === false);
  process.stdout.write(`${json === true ? printableJson(result) : text(result, look)}\n`);
}

/**
 * Prints a result on standard output. With `--json`, prints one JSON object. Otherwise, calls `text` and prints the
 * returned text. In this text, paths inside the working folder are relative, and lines that are wider than the terminal
 * are broken between words.
 */
export function print<T extends object>(
  result: T,
  { json }: JsonFlag,
  text: (result: T, look: TerminalLook) => string,
): void {
  const look = lookOf(process.stdout, process.env);
  const shown =
    json === true
      ? printableJson(result)
      : fitLines(withRelativePaths(printable(text(result, look)), process.cwd()), look.width);
  process.stdout.write(`${shown}\n`);
}
