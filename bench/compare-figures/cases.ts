import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessorKind } from '../../src/model/processor/processor-config.ts';
import {
  type Command,
  compare,
  gate,
  policyOf,
  report,
  sampleSize,
  score,
  standard,
  text,
  thresholds,
  trend,
} from './commands.ts';
import {
  copyRecord,
  differentClasses,
  differentFields,
  splitRepeats,
  withFailedRuns,
  withFailures,
  withLostRows,
  withRenamedKeys,
  withRepeats,
} from './edit-record.ts';

/** Functions with which a case creates its files. */
export interface Maker {
  readonly dir: string;
  readonly shared: string;
  /**
   * Runs a command of the earlier checkout in the folder of the case. Throws unless it exits with 0, 1 or 3.
   */
  cli(...args: string[]): Promise<void>;
  /** Returns the path of a folder from which several cases copy files. */
  source(name: 'demo' | 'examples'): Promise<string>;
}

export interface Case {
  readonly name: string;
  /** Name of a folder in ../shared. If it does not exist, the case is skipped. */
  readonly needs?: string;
  make(maker: Maker): Promise<void>;
  readonly commands: readonly Command[];
  /**
   * Records for which the earlier checkout also writes one report per repeat. The rules that explain
   * differences need these reports.
   */
  readonly single?: readonly { readonly record: string; readonly repeats: number }[];
}

const policy = (dir: string, kind: ProcessorKind, tag: string) =>
  writeFileSync(path.join(dir, 'gate.yaml'), policyOf(kind, tag));

/** Matches times, costs and identifiers, which differ between two runs of the same documents. */
const ownRun =
  /createdAt|facts\[Record\]|facts\[Version|rerun\.processor|recordId|record_id|run_id|runId|versionId|latency|speed|credits|cost|processor\.id|\.path|configHash|wallMs|atMs|scope=(run|latency|cost)/i;

async function fromDemo(maker: Maker, name: string): Promise<void> {
  cpSync(path.join(await maker.source('demo'), name, 'record'), path.join(maker.dir, 'record'), {
    recursive: true,
  });
}

async function fromExamples(maker: Maker, ...names: string[]): Promise<void> {
  const source = await maker.source('examples');
  for (const name of names) cpSync(path.join(source, name), path.join(maker.dir, name), { recursive: true });
}

/** Cases over the bundled datasets and over records that are made from them. */
export const bundledCases: readonly Case[] = [
  {
    name: 'invoices',
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: [
      ...standard('record', 2, 'EXTRACT'),
      gate('record', '--candidate-version', '1.0'),
      report('record', '--suspects', '--policy', 'gate.yaml'),
      sampleSize('record', '--effect', '5', '--width', '3', '--target-error', '.05'),
      thresholds('record', '--target-error', '.2', '--jointly'),
      thresholds('record', '--target-error', '.2', '--method', 'split', '--source', 'ocrConfidence'),
      text('report', 'record', '--format', 'md', '--no-images', '--out', 'text'),
      text('gate', 'record', '--policy', 'gate.yaml', '--annotations', 'plain'),
      text('compare', 'record'),
      text('score', 'record', '--no-keep'),
      text('thresholds', 'record'),
      text('plan', 'record'),
      text('suspects', 'record', '--no-text'),
      text('trend', 'record'),
    ],
  },
  {
    name: 'mixed-documents',
    make: async (maker) => {
      await fromDemo(maker, 'mixed-documents');
      policy(maker.dir, 'CLASSIFY', 'quality');
    },
    commands: [
      ...standard('record', 2, 'CLASSIFY'),
      thresholds('record', '--target-error', '.05'),
      text('compare', 'record'),
      text('gate', 'record', '--policy', 'gate.yaml', '--annotations', 'none'),
    ],
  },
  {
    name: 'packets',
    make: async (maker) => {
      await fromDemo(maker, 'packets');
      policy(maker.dir, 'SPLITTER', 'trait');
    },
    commands: [
      ...standard('record', 2, 'SPLITTER'),
      text('compare', 'record'),
      text('gate', 'record', '--policy', 'gate.yaml', '--annotations', 'none'),
    ],
  },
  {
    name: 'clusters',
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: standard('record', 2, 'EXTRACT', '--cluster-by', 'layout'),
  },
  {
    name: 'policies',
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      policy(maker.dir, 'EXTRACT', 'quality');
      withFailures(copyRecord(path.join(maker.dir, 'record'), path.join(maker.dir, 'failed')));
    },
    commands: [
      ...['record', 'failed']
        .flatMap((record) => [
          report(record, '--emptiness', 'strict'),
          report(record, '--unlabelled', 'ignore'),
          report(record, '--failures', 'exclude'),
          report(record, '--emptiness', 'strict', '--unlabelled', 'ignore', '--failures', 'exclude'),
        ])
        .map((one, i) => ({ ...one, name: `${i < 4 ? '' : 'failed: '}${one.name}` })),
      report('record', '--comparator', 'seller_name=fuzzy:0.8', '--comparator', '*_amount=number'),
      report('record', '--exclude', 'line_items.*', '--exclude', '*_date'),
      report('record', '--interval', 'percentile'),
      report('record', '--interval', 'bca', '--seed', 'other'),
      report('record', '--interval', 'expanded', '--cluster-by', 'layout'),
      report('record', '--confidence', '.9', '--margin', '.05'),
      gate('record', '--emptiness', 'strict', '--comparator', 'payment_terms=fuzzy:0.7'),
      gate('record', '--exclude', 'line_items.*'),
      compare(['record'], '--failures', 'exclude', '--margin', '.03'),
    ],
  },
  {
    name: 'failures',
    single: [{ record: 'record', repeats: 1 }],
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      withFailures(path.join(maker.dir, 'record'));
      splitRepeats(path.join(maker.dir, 'record'), 1);
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: [
      ...standard('record', 2, 'EXTRACT'),
      text('report', 'record', '--format', 'csv', '--out', 'text'),
    ],
  },
  {
    name: 'lost-rows',
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      const file = (name: string) => path.join(maker.dir, name);
      const whole = copyRecord(file('record'), file('whole'));
      withLostRows(file('record'));
      withFailedRuns(file('record'), whole, file('record-ended'));
      withRepeats([whole, whole], file('whole-repeated'));
      withRepeats([file('record'), file('record')], file('repeated'));
      withFailures(file('repeated'));
      withFailedRuns(file('repeated'), file('whole-repeated'), file('repeated-ended'));
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: ['record', 'repeated'].flatMap((record) =>
      standard(record, 2, 'EXTRACT').map((one) => ({
        ...one,
        name: record === 'record' ? one.name : `repeated: ${one.name}`,
        // The earlier checkout cannot compare unfinished records. It compares copies in which the missing item runs
        // have failed.
        ...(one.name === 'compare' ? { figures: compare([`${record}-ended`]).args } : {}),
      })),
    ),
  },
  {
    name: 'class-failures',
    single: [{ record: 'record', repeats: 1 }],
    make: async (maker) => {
      await fromDemo(maker, 'mixed-documents');
      withFailures(path.join(maker.dir, 'record'));
      splitRepeats(path.join(maker.dir, 'record'), 1);
      policy(maker.dir, 'CLASSIFY', 'family');
    },
    commands: standard('record', 2, 'CLASSIFY'),
  },
  {
    name: 'packet-failures',
    single: [{ record: 'record', repeats: 1 }],
    make: async (maker) => {
      await fromDemo(maker, 'packets');
      withFailures(path.join(maker.dir, 'record'));
      splitRepeats(path.join(maker.dir, 'record'), 1);
      policy(maker.dir, 'SPLITTER', 'quality');
    },
    commands: standard('record', 2, 'SPLITTER'),
  },
  {
    name: 'other-fields',
    make: async (maker) => {
      await fromDemo(maker, 'invoices');
      differentFields(path.join(maker.dir, 'record'));
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: standard('record', 2, 'EXTRACT'),
  },
  {
    name: 'other-classes',
    make: async (maker) => {
      await fromDemo(maker, 'mixed-documents');
      differentClasses(path.join(maker.dir, 'record'));
      policy(maker.dir, 'CLASSIFY', 'quality');
    },
    commands: standard('record', 2, 'CLASSIFY'),
  },
  {
    name: 'repeats',
    single: [
      { record: 'record', repeats: 3 },
      { record: 'two-versions', repeats: 2 },
    ],
    make: async (maker) => {
      const records = path.join(await maker.source('examples'), 'records');
      const weeks = ['week-1', 'week-2', 'week-3'].map((week) => path.join(records, week));
      withRepeats(weeks, path.join(maker.dir, 'record'));
      withFailures(path.join(maker.dir, 'record'));
      withRepeats(
        ['invoices', 'mislabelled'].map((name) => path.join(records, name)),
        path.join(maker.dir, 'two-versions'),
      );
      withFailures(path.join(maker.dir, 'two-versions'));
      splitRepeats(path.join(maker.dir, 'record'), 3);
      splitRepeats(path.join(maker.dir, 'two-versions'), 2);
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: [
      ...standard('record', 1, 'EXTRACT'),
      compare(['record'], '--repeats', '1,2'),
      report('record', '--cluster-by', 'layout'),
      ...standard('two-versions', 2, 'EXTRACT').map((one) => ({ ...one, name: `two versions: ${one.name}` })),
    ],
  },
  {
    name: 'class-repeats',
    single: [{ record: 'record', repeats: 2 }],
    make: async (maker) => {
      const demo = path.join(await maker.source('demo'), 'mixed-documents/record');
      withRepeats([demo, demo], path.join(maker.dir, 'record'));
      withFailures(path.join(maker.dir, 'record'));
      splitRepeats(path.join(maker.dir, 'record'), 2);
      policy(maker.dir, 'CLASSIFY', 'quality');
    },
    commands: standard('record', 2, 'CLASSIFY'),
  },
  {
    name: 'one-version',
    make: async (maker) => {
      await fromExamples(
        maker,
        'records/published',
        'invoices',
        'corrected',
        'batch.json',
        'other-batch.json',
      );
      await fromExamples(maker, 'packets.jsonl', 'configs.json');
      policy(maker.dir, 'EXTRACT', 'kind');
    },
    commands: [
      ...standard('records/published', 1, 'EXTRACT'),
      score('records/published', '--gold', 'corrected'),
      report('records/published', '--batch-run', 'batch.json', '--suspects'),
      report('records/published', '--stages', 'packets.jsonl', '--configs', 'configs.json'),
      text('reconcile', 'records/published', '--batch-run', 'batch.json', '--all'),
      text('reconcile', 'records/published', '--batch-run', 'other-batch.json', '--enforce'),
      text('reconcile', 'records/published', '--batch-run', 'other-batch.json', '--json'),
      text('stages', 'packets.jsonl', '--configs', 'configs.json', '--json', '--out', 'packet-errors'),
      text('stages', 'packets.jsonl', '--configs', 'configs.json'),
      text('suspects', 'records/published', '--limit', '50'),
    ],
  },
  {
    name: 'two-records',
    make: async (maker) => {
      await fromExamples(maker, 'records', 'gate.yaml');
      await maker.cli('bless', 'records/published', '--name', 'main', '--who', 'x', '--why', 'first');
      withRenamedKeys(path.join(maker.dir, 'baselines/main/history.jsonl'));
    },
    commands: [
      compare(['records/published', 'records/candidate']),
      compare(['records/published', 'records/first-30'], '--common'),
      text('compare', 'records/published', 'records/first-30'),
      compare(['records/week-1', 'records/week-3']),
      gate('records/candidate', '--baseline', 'records/published'),
      gate('records/candidate', '--baseline', 'main'),
      gate('records/unfinished'),
      gate('records/first-30', '--baseline', 'records/published'),
      text('report', 'records/unfinished', '--format', 'json,csv', '--out', 'unfinished'),
      trend(['records/week-1', 'records/week-2', 'records/week-3', 'records/week-4']),
      text('trend', 'records/week-1', 'records/first-30'),
      text('trend', 'records/week-1', 'records/first-30', '--common'),
      text('trend', 'records/week-1', 'records/week-2', 'records/week-3', 'records/week-4'),
      text('suspects', 'records/mislabelled', '--no-text', '--json'),
      text('suspects', 'records/published', 'records/candidate', 'records/week-1', '--no-text', '--json'),
    ],
  },
  {
    name: 'shards',
    make: async (maker) => {
      await fromExamples(maker, 'records/shard-1', 'records/shard-2', 'gate.yaml');
      rmSync(path.join(maker.dir, 'reports'), { recursive: true, force: true });
    },
    commands: [
      report('records/shard-1'),
      gate('records/shard-1'),
      text('merge', 'records/shard-1'),
      { ...text('merge', 'records/shard-1', 'records/shard-2', '--out', 'whole', '--json'), ignore: ownRun },
      ...standard('whole', 2, 'EXTRACT').map((one) => ({
        ...one,
        name: `whole: ${one.name}`,
        ignore: /createdAt|recordId|facts\[Record\]|stdout\.runs/,
      })),
    ],
  },
  {
    name: 'own-import',
    make: async (maker) => {
      await fromExamples(maker, 'notes', 'outputs.jsonl', 'other.jsonl', 'gold.csv', 'faulty');
    },
    commands: [
      {
        ...text(
          'run',
          'notes',
          '--predictions',
          'outputs.jsonl',
          '--out',
          'imported',
          '--format',
          'json,csv,md',
          '--json',
        ),
        ignore: ownRun,
      },
      { ...report('imported'), ignore: ownRun },
      { ...text('run', 'notes', '--predictions', 'other.jsonl', '--out', 'again'), ignore: ownRun },
      {
        ...text('run', 'csv:gold.csv', '--predictions', 'outputs.jsonl', '--out', 'csv', '--json'),
        ignore: ownRun,
      },
      text('run', 'faulty', '--predictions', 'outputs.jsonl', '--out', 'never'),
      { ...text('run', 'notes', '--out', 'own', '--format', 'json,csv', '--json'), ignore: ownRun },
    ],
  },
  {
    name: 'unreadable',
    make: async (maker) => {
      await fromExamples(maker, 'invoices');
      const items = path.join(maker.dir, 'invoices/items.jsonl');
      const lines = readFileSync(items, 'utf8').trim().split('\n').slice(0, 6);
      writeFileSync(items, `${lines.join('\n')}\n`);
      for (const name of ['invoice-002.pdf', 'invoice-005.pdf'])
        writeFileSync(path.join(maker.dir, 'invoices/files', name), 'not a PDF');
      await maker.cli(
        ...['run', 'invoices', '--processor', 'invoices/processor.json', '--versions', '1.0,draft'],
        ...['--out', '.', '--format', 'json', '--no-images'],
      );
      policy(maker.dir, 'EXTRACT', 'quality');
    },
    commands: standard('record', 2, 'EXTRACT'),
  },
];
