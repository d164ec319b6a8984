import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Row {
  readonly itemId: string;
  readonly version: string;
  readonly repeat: number;
  readonly [key: string]: unknown;
}
interface Config {
  schema?: { properties: Record<string, unknown>; required: string[] };
  classifications?: { id: string; type: string; description: string }[];
}
interface Plan {
  repeats: number;
  versions: { config: Config; configHash: string }[];
}

const readRows = (dir: string): Row[] =>
  readFileSync(path.join(dir, 'rows.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const writeRows = (dir: string, rows: readonly unknown[]) =>
  writeFileSync(path.join(dir, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Changes the plan of a record of format 1. Keeps one item per line, like the writer. */
function editPlan(dir: string, change: (plan: Plan) => void): void {
  const file = path.join(dir, 'plan.json');
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Plan;
  change(plan);
  writeFileSync(file, JSON.stringify(plan));
}

export function copyRecord(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}

/** Replaces every seventh row by a failed one, so that each version fails on different documents. */
export function withFailures(dir: string): void {
  const failed = (row: Row) => ({
    ...row,
    state: 'failed',
    output: null,
    failure: { reason: 'service_error', message: 'injected' },
  });
  writeRows(
    dir,
    readRows(dir).map((row, i) => (i % 7 === 3 ? failed(row) : row)),
  );
}

/** Removes every nineteenth row, as in a run that did not finish. */
export function withLostRows(dir: string): void {
  writeRows(
    dir,
    readRows(dir).filter((_, i) => i % 19 !== 18),
  );
}

/** Writes one record whose repeats are the rows of several records with the same items and versions. */
export function withRepeats(records: readonly string[], to: string): void {
  copyRecord(records[0] as string, to);
  editPlan(to, (plan) => {
    plan.repeats = records.length;
  });
  writeRows(
    to,
    records.flatMap((dir, i) => readRows(dir).map((row) => ({ ...row, repeat: i + 1 }))),
  );
}

/** Writes one record per repeat of a record, each with only the rows of that repeat. */
export function splitRepeats(dir: string, count: number): void {
  for (let repeat = 1; repeat <= count; repeat++) {
    const to = copyRecord(dir, repeatOf(dir, repeat));
    editPlan(to, (plan) => {
      plan.repeats = 1;
    });
    writeRows(
      to,
      readRows(dir)
        .filter((row) => row.repeat === repeat)
        .map((row) => ({ ...row, repeat: 1 })),
    );
  }
}

/** Returns the path of the record that contains only one repeat (from 1) of another record. */
export function repeatOf(dir: string, repeat: number): string {
  return `${dir}-repeat-${repeat}`;
}

/**
 * Copies the record `dir`. Adds a failed row without figures for each item run that has a row only in
 * `whole`.
 */
export function withFailedRuns(dir: string, whole: string, to: string): void {
  copyRecord(dir, to);
  const key = ({ itemId, version, repeat }: Row) => JSON.stringify([itemId, version, repeat]);
  const rows = new Map(readRows(dir).map((row) => [key(row), row]));
  writeRows(
    to,
    readRows(whole).map(
      (row) =>
        rows.get(key(row)) ?? {
          ...row,
          state: 'failed',
          output: null,
          failure: { reason: 'service_error', message: 'not run' },
          latencyMs: null,
          credits: null,
          pages: null,
        },
    ),
  );
}

/** Removes two fields from the config of the first version, and another field from the config of the second version. */
export function differentFields(dir: string): void {
  const drop = (config: Config | undefined, ...names: string[]) => {
    if (config?.schema === undefined) throw new Error(`${dir}: no schema`);
    for (const name of names) {
      delete config.schema.properties[name];
      config.schema.required = config.schema.required.filter((other) => other !== name);
    }
  };
  editPlan(dir, (plan) => {
    drop(plan.versions[0]?.config, 'due_date', 'payment_terms');
    drop(plan.versions[1]?.config, 'purchase_order');
  });
}

/** Removes one class from the config of each version. The two classes are different. */
export function differentClasses(dir: string): void {
  editPlan(dir, (plan) => {
    for (const [i, { config }] of plan.versions.entries()) {
      const classes = config.classifications ?? [];
      classes.splice(i, 1);
    }
  });
}

/** Adds keys with the present names to a history of baselines with the earlier names. */
export function withRenamedKeys(history: string): void {
  const entry = JSON.parse(readFileSync(history, 'utf8')) as Record<string, unknown>;
  if (entry.setAt !== undefined) return;
  const { blessedAt, who, why } = entry;
  writeFileSync(history, `${JSON.stringify({ ...entry, setAt: blessedAt, author: who, reason: why })}\n`);
}
