import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Fact, Finished, Outputs } from './read-outputs.ts';

/** Members of an item run that the rules read. */
export interface ItemRun {
  readonly itemId: string;
  readonly version: string;
  readonly repeat: number;
  readonly state: 'processed' | 'failed' | 'cancelled';
  readonly latencyMs?: number | null;
  readonly credits?: number | null;
}

/** The item runs of the records that a command reads. */
export interface RecordRuns {
  readonly planned: number;
  readonly items: readonly string[];
  readonly versions: readonly string[];
  readonly repeats: number;
  /** Whether the run has ended, so that the record has a summary. */
  readonly closed: boolean;
  readonly runs: readonly ItemRun[];
}

/** Data that the rules read: the item runs of the record, and outputs of the earlier checkout. */
export interface Evidence {
  /** Result of the compared command in the earlier checkout. */
  readonly earlier: Finished;
  readonly later: Finished;
  /** Returns the item runs of the records that the command reads. */
  runs(): RecordRuns;
  /** Returns the report that the earlier checkout writes for the record. */
  report(): Finished;
  /**
   * Returns the report that the earlier checkout writes for one repeat (from 0). The report counts failed
   * item runs as wrong, or leaves them out if `without` is set.
   */
  repeat(repeat: number, without?: 'failures'): Finished;
}

/**
 * Thrown if a rule needs a record or a report that the case does not have. The rule then explains nothing.
 */
export class MissingEvidence extends Error {}

/**
 * Evidence without records and reports. Only rules that read no record and no report can explain a difference with this
 * evidence.
 */
export const noEvidence: Evidence = {
  earlier: { code: 0, stdout: '', stderr: '', files: {} },
  later: { code: 0, stdout: '', stderr: '', files: {} },
  runs: () => missing('record'),
  report: () => missing('report'),
  repeat: () => missing('report'),
};

export function missing(what: string): never {
  throw new MissingEvidence(`no ${what}`);
}

export type Row = Readonly<Record<string, string>>;

/** A difference between the outputs of the two checkouts, with the data that a rule needs to explain it. */
export interface Change {
  /** Case and command, as `case › command`. */
  readonly where: string;
  /** Key of the fact in the later output, or in the earlier output if the later one does not have the fact. */
  readonly key: string;
  readonly before: Fact | undefined;
  readonly after: Fact | undefined;
  readonly left: Outputs;
  readonly right: Outputs;
  readonly evidence: Evidence;
}

/**
 * A rule that explains differences. It applies to the keys `case › command › key` that `match` accepts, and
 * explains a difference if `holds` returns true.
 */
export interface Explanation {
  readonly match: RegExp;
  /** Returns whether the later value is the one that `reason` predicts. */
  holds(change: Change): boolean;
  readonly reason: string;
}

/** Returns whether a rule explains a change; `false` if its evidence is missing. */
export function isExplainedBy({ match, holds }: Explanation, change: Change): boolean {
  if (!match.test(`${change.where} › ${change.key}`)) return false;
  try {
    return holds(change);
  } catch (thrown) {
    if (thrown instanceof MissingEvidence) return false;
    throw thrown;
  }
}

/** Reads the item runs of a record folder of format 1. */
export function readRuns(folder: string): RecordRuns {
  const lines = (name: string) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const plan = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as {
    readonly repeats?: number;
    readonly versions: readonly { readonly requested: string }[];
  };
  const items = lines('items.jsonl').map(({ id, itemId }) => String(id ?? itemId));
  const versions = plan.versions.map(({ requested }) => requested);
  const repeats = plan.repeats ?? 1;
  return {
    planned: items.length * versions.length * repeats,
    items,
    versions,
    repeats,
    closed: existsSync(path.join(folder, 'summary.json')),
    runs: lines('rows.jsonl') as unknown as readonly ItemRun[],
  };
}

const tables = new WeakMap<Finished, Map<string, readonly Row[]>>();

/** Returns the rows of a table of a finished command; no rows if the command did not write the table. */
export function readTable(finished: Finished, table: string): readonly Row[] {
  const known = tables.get(finished) ?? new Map<string, readonly Row[]>();
  tables.set(finished, known);
  const content = fileOf(finished, `${table}.csv`);
  const rows =
    known.get(table) ??
    (content === undefined
      ? []
      : (parse(content, { columns: true, bom: true, skip_empty_lines: true }) as Row[]));
  known.set(table, rows);
  return rows;
}

/** Returns the content of a file that a finished command wrote. `name` is the file name without its folder. */
export function fileOf({ files }: Finished, name: string): string | undefined {
  return Object.entries(files).find(([file]) => path.basename(file) === name)?.[1];
}

export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
