import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { GateOutcome } from '../../src/model/gate/gate-evidence.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { runIn } from '../docs/generators/command-page.ts';

/** Records of format 1. These records define the format, so they never change. */
export const fixtures = path.resolve(import.meta.dirname, '../fixtures/records-v1');
/** Figures of the records, one folder per record. */
export const goldens = path.resolve(import.meta.dirname, 'stored-records');

interface StoredRecord {
  readonly name: string;
  readonly kind: 'extract' | 'classify' | 'split';
  /** Whether the record has two versions to compare. */
  readonly paired: boolean;
  /** Whether only `npm run test:long` reads the record. */
  readonly long?: true;
  readonly flags?: string;
}

const records: readonly StoredRecord[] = [
  { name: 'extract', kind: 'extract', paired: true },
  { name: 'extract-one-version', kind: 'extract', paired: false, long: true },
  { name: 'clusters', kind: 'extract', paired: true, flags: ' --cluster-by vendor' },
  { name: 'failures', kind: 'extract', paired: true },
  { name: 'repeats', kind: 'extract', paired: false },
  { name: 'other-fields', kind: 'extract', paired: true, long: true },
  { name: 'presence', kind: 'extract', paired: true },
  { name: 'duplicate-row', kind: 'extract', paired: true, long: true },
  { name: 'torn-line', kind: 'extract', paired: true },
  { name: 'shard-1', kind: 'extract', paired: true, long: true },
  { name: 'merged', kind: 'extract', paired: true },
  { name: 'classify', kind: 'classify', paired: true },
  { name: 'classify-repeats', kind: 'classify', paired: true, long: true },
  { name: 'split', kind: 'split', paired: true },
];

const policies: Readonly<Record<StoredRecord['kind'], object>> = {
  extract: {
    failures: { max: 0.4 },
    limits: [
      { metric: 'f1', min: 0.8, on: 'interval' },
      { metric: 'recall', field: '*', min: 0.75 },
      { metric: 'hallucination_rate', max: 0.1 },
      { metric: 'document_exact', min: 0.3, by: 'quality' },
    ],
    regressions: [
      { metric: 'f1', margin: 0.05 },
      { metric: 'f1', field: '*', margin: 0.2 },
    ],
    newErrors: [{ max: 0 }, { max: 1, where: { quality: 'scan' } }],
    latency: { p95: { max: 800, maxIncrease: 0.1 } },
    cost: { perDocument: { max: 2 } },
  },
  classify: {
    failures: { max: 0.4 },
    limits: [
      { metric: 'accuracy', min: 0.7, on: 'interval' },
      { metric: 'recall', class: '*', min: 0.5 },
    ],
    regressions: [{ metric: 'accuracy', margin: 0.1, by: 'quality' }],
    newErrors: [{ max: 0 }],
  },
  split: {
    failures: { max: 0.4 },
    limits: [
      { metric: 'document_f1', min: 0.7 },
      { metric: 'packet_exact', min: 0.5, on: 'interval' },
      { metric: 'page_type_accuracy', min: 0.8, by: 'quality' },
    ],
    regressions: [{ metric: 'boundary_f1', margin: 0.1 }],
    newErrors: [{ max: 0 }],
  },
};

/** Names of the records that only `npm run test:long` reads. */
export const longRecords = records.flatMap(({ name, long }) => (long ? [name] : []));

const commandsOf = (chosen: readonly StoredRecord[]) => [
  'goldset merge shard-1 shard-2 --out merged',
  ...chosen.flatMap(({ name, kind, paired, flags = '' }) => [
    `goldset report ${name} --format json,csv --images none --out out/${name}/report${flags}`,
    `goldset gate ${name} --policy ${kind}.json --annotations none --out out/${name}/gate${flags}`,
    ...(paired
      ? [`goldset compare ${name} --format json,csv --images none --out out/${name}/compare${flags}`]
      : []),
  ]),
];

/** Matches the tables whose figures are stored. Long tables are stored only for some records. */
const kept =
  /^(extract|presence)\/report\/csv\/leaves\.csv$|^(?!shard|merged|duplicate)[\w-]+\/report\/csv\/summary\.csv$|report\/csv\/(fields|documents|confusion|splits)\.csv$|compare\/csv\/changes\.csv$/;

/**
 * Runs the commands over copies of the records and returns the figures as files by name, `exit-codes.json` first. Omits
 * the records with the names in `omitted`.
 */
export async function readStoredFigures(omitted: readonly string[] = []): Promise<Map<string, string>> {
  const commands = commandsOf(records.filter(({ name }) => !omitted.includes(name)));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-stored-'));
  try {
    cpSync(fixtures, folder, { recursive: true });
    for (const [kind, policy] of Object.entries(policies))
      writeFileSync(path.join(folder, `${kind}.json`), JSON.stringify(policy));
    const answers = await runIn(folder, commands);
    const ends = commands.map((command, i) => [command, answers[i]?.exitCode ?? null]);
    const figures = new Map([['exit-codes.json', `${JSON.stringify(Object.fromEntries(ends), null, 1)}\n`]]);
    for (const { name } of records) {
      const out = path.join(folder, 'out', name);
      if (!existsSync(out)) continue;
      for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' }).sort())
        if (kept.test(`${name}/${file}`))
          figures.set(`${name}/${path.basename(file)}`, plain(path.join(out, file)));
      figures.set(`${name}/verdicts.json`, written(verdicts(out)));
    }
    return new Map([...figures].map(([name, content]) => [name, content.replaceAll(folder, '.')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the figures that are in no table: the verdict, all differences of the comparison, and all checks of the gate.
 */
function verdicts(out: string): unknown {
  const { documents, verdict } = readJson(path.join(out, 'report/report.json')) as ReportModel;
  const { status, exitCode, sentence, checks } = readJson(path.join(out, 'gate/gate.json')) as GateOutcome;
  const compared = readJson(path.join(out, 'compare/report.json')) as ReportModel | null;
  const { headline = [], classes = [], slices = [], notComparable } = compared?.comparison ?? {};
  const fields = (compared?.fields ?? []).flatMap(({ comparison }) => comparison ?? []);
  const differences = [...headline, ...fields, ...classes, ...slices.map(({ comparison }) => comparison)];
  return {
    documents: { planned: documents.planned, scored: documents.scored },
    verdict,
    notComparable,
    differences: differences.map(
      ({
        metric,
        scope,
        difference,
        verdict: side,
        p,
        adjustedP,
        level,
        jointInterval,
        notes,
        detectable,
      }) => {
        const { value, interval, n } = difference;
        return {
          metric,
          scope,
          value,
          low: interval?.low,
          high: interval?.high,
          n,
          side,
          p,
          adjustedP,
          level,
          jointLow: jointInterval?.low,
          jointHigh: jointInterval?.high,
          notes,
          detectable,
        };
      },
    ),
    gate: { status, exitCode, sentence },
    checks: checks.map(({ name, status: state, value, bound, n, interval, documents: wrong }) => {
      return { name, state, value, bound, n, low: interval?.low, high: interval?.high, wrong };
    }),
  };
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const plain = (file: string) => rounded(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
/** Formats a value as JSON with one line per element of a list. */
const written = (value: unknown) =>
  rounded(`${JSON.stringify(value).replaceAll(/([[,])(\{"(?:metric|name|field)")/g, '$1\n$2')}\n`);

/** Rounds numbers with more than 12 significant digits to 12, so that the order of additions has no effect. */
export function rounded(content: string): string {
  return content.replaceAll(/-?\d+\.\d{9,}(?:e-?\d+)?/g, (digits) =>
    String(Number(Number(digits).toPrecision(12))),
  );
}
