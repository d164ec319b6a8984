import type { ProcessorKind } from '../../src/model/processor/processor-config.ts';

/** One command line of a case. Paths are relative to the folder of the case. */
export interface Command {
  readonly name: string;
  readonly args: readonly string[];
  /** Keys of facts that can differ even if the code of goldset is the same, such as the times of two runs. */
  readonly ignore?: RegExp;
  /**
   * Arguments with which the earlier checkout prints the same figures as the current checkout with `args`. Not set if
   * the earlier checkout prints them with `args` too.
   */
  readonly figures?: readonly string[];
}

/** Returns the folders of the records that a command reads, and the repeats that it compares. */
export function recordsOf({ args }: Command): {
  readonly records: readonly string[];
  readonly repeats?: string;
} {
  const flags = args.findIndex((word) => word.startsWith('--'));
  const records = args.slice(1, flags < 0 ? undefined : flags);
  const at = args.indexOf('--repeats');
  return at < 0 ? { records } : { records, repeats: args[at + 1] as string };
}

/** Earlier words of command lines, each with the words that replaced them. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  bless: ['baseline', 'set'],
  '--who': ['--author'],
  '--why': ['--reason'],
  plan: ['sample-size'],
  suspects: ['label-issues'],
  stages: ['attribution'],
  '--suspects': ['--label-issues'],
  '--stages': ['--attribution'],
  '--common': ['--common-items'],
  '--no-keep': ['--no-save'],
  '--jointly': ['--simultaneous'],
  '--all': ['--show-equal'],
  '--no-images': ['--images', 'none'],
};

/**
 * Whether a checkout uses the earlier or the present names. goldset renamed groups of names at different times, so each
 * group has a member here.
 */
export interface Names {
  readonly commands: 'earlier' | 'present';
  /** Flag `--no-images` (earlier) or `--images none` (present). */
  readonly images: 'earlier' | 'present';
  /** Member `broken` (earlier) or `newErrors` (present) of a policy. */
  readonly policy: 'earlier' | 'present';
}

/** Returns the arguments of a command under the names that a checkout uses. */
export function argsFor({ commands, images }: Names, args: readonly string[]): readonly string[] {
  return args.flatMap((word) => {
    const names = word === '--no-images' ? images : commands;
    return names === 'earlier' ? [word] : (renamed[word] ?? [word]);
  });
}

/** Returns a policy in which the earlier member names are replaced by the present ones. */
export function presentPolicy(policy: string): string {
  return policy.replaceAll('"broken"', '"newErrors"').replace(/^broken:/m, 'newErrors:');
}

/** Returns a file of packets in which the earlier member names are replaced by the present ones. */
export function presentPackets(packets: string): string {
  return packets.replaceAll('"found":', '"predicted":');
}

const tables = 'json,csv,md,junit';

export const report = (record: string, ...flags: string[]): Command =>
  command('report', [record, '--format', tables, '--no-images', '--json'], flags, true);
export const gate = (record: string, ...flags: string[]): Command =>
  command('gate', [record, '--policy', 'gate.yaml', '--json'], flags, true);
export const compare = (records: readonly string[], ...flags: string[]): Command =>
  command('compare', [...records, '--format', 'json,csv,md', '--no-images', '--json'], flags, true);
export const score = (record: string, ...flags: string[]): Command =>
  command('score', [record, '--no-keep', '--json'], flags);
export const trend = (records: readonly string[], ...flags: string[]): Command =>
  command('trend', [...records, '--json'], flags, true);
export const thresholds = (record: string, ...flags: string[]): Command =>
  command('thresholds', [record, '--json'], flags);
export const sampleSize = (record: string, ...flags: string[]): Command =>
  command('plan', [record, '--json'], flags);
export const labelIssues = (records: readonly string[], ...flags: string[]): Command =>
  command('suspects', [...records, '--no-text', '--json'], flags);
/** Returns a command whose terminal text is compared line by line. */
export const text = (...args: string[]): Command => ({ name: args.join(' '), args });

/** Returns all commands that read one record. */
export function standard(
  record: string,
  versions: 1 | 2,
  kind: ProcessorKind,
  ...flags: string[]
): readonly Command[] {
  return [
    report(record, ...flags),
    gate(record, ...flags),
    score(record, ...flags),
    ...(versions === 2 ? [compare([record], ...flags)] : []),
    ...(kind === 'SPLITTER' ? [] : [thresholds(record, ...flags)]),
    sampleSize(record, ...flags),
    labelIssues([record], ...flags),
    trend([record], ...flags),
  ];
}

function command(word: string, args: readonly string[], flags: readonly string[], out = false): Command {
  const name = [word, ...flags].join(' ');
  const folder = `out-${name.replaceAll(/[^\w.]+/g, '-')}`;
  return { name, args: [word, ...args, ...flags, ...(out ? ['--out', folder] : [])] };
}

/** Returns a policy with every kind of rule. Some of the rules pass, and others fail. */
export function policyOf(kind: ProcessorKind, tag: string): string {
  const rates = {
    EXTRACT: [
      'f1',
      'precision',
      'recall',
      'presence_precision',
      'presence_recall',
      'field_accuracy',
      'coverage',
    ],
    CLASSIFY: ['accuracy'],
    SPLITTER: [
      'document_f1',
      'document_precision',
      'document_recall',
      'range_f1',
      'near_f1',
      'boundary_f1',
      'boundary_precision',
      'boundary_recall',
      'page_type_accuracy',
      'packet_exact',
    ],
  }[kind];
  const exact = { EXTRACT: 'document_exact', CLASSIFY: 'accuracy', SPLITTER: 'packet_exact' }[kind];
  const part = kind === 'EXTRACT' ? 'field' : 'class';
  return JSON.stringify(
    {
      failures: { max: 0.2 },
      minDocuments: 5,
      limits: [
        ...rates.flatMap((metric) => [
          { metric, min: 0.9 },
          { metric, min: 0.8, on: 'interval' },
        ]),
        ...(kind === 'EXTRACT'
          ? [
              { metric: 'hallucination_rate', max: 0.02 },
              { metric: 'omission_rate', max: 0.02, on: 'interval' },
            ]
          : []),
        ...['f1', 'precision', 'recall'].map((metric) => ({ metric, [part]: '*', min: 0.9 })),
        { metric: exact, min: 0.5, by: tag },
        { metric: rates[0], min: 0.5, where: { [tag]: '*' } },
      ],
      regressions: [
        { metric: exact, margin: 0.05 },
        { metric: rates[0], margin: 0.02, confidence: 0.9 },
        { metric: 'f1', [part]: '*', margin: 0.1 },
        { metric: exact, margin: 0.2, by: tag },
      ],
      broken: [{ max: 3 }, { max: 0, by: tag }],
      latency: { p50: { max: 1000, maxIncrease: 0.5 }, p95: { max: 5000 }, p99: { maxIncrease: 0.1 } },
      cost: { perDocument: { max: 2, maxIncrease: 1 }, total: { max: 100 } },
    },
    null,
    1,
  );
}
