import { type Change, type Evidence, type Explanation, type Row, readTable } from '../evidence.ts';
import { checkOf, type GateCheck, readGate, scopeOf } from '../gate-result.ts';
import type { Fact } from '../read-outputs.ts';
import { figuresOf } from '../words.ts';
import { isSameList } from './reasons-of-verdict.ts';

export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Returns the sentence which states that too many item runs failed in the records that a command reads. Returns
 * `null` if no item run failed, or if some item runs have no result.
 */
export function failureSentence({ runs: read, earlier }: Evidence, command: string): string | null {
  let [failed, planned] = [0, 0];
  if (command.startsWith('run ')) {
    const rows = readTable(earlier, 'documents');
    [failed, planned] = [rows.filter(({ state }) => state === 'failed').length, rows.length];
  } else {
    const { runs, planned: all } = read();
    if (runs.length < all) return null;
    [failed, planned] = [runs.filter(({ state }) => state === 'failed').length, all];
  }
  if (failed === 0) return null;
  return `${failed} of ${planned} item runs failed (${percent(failed / planned)}), and at most 0.0 % may fail (--max-failure-rate).`;
}

const sentenceOf = ({ where, evidence }: Change) =>
  failureSentence(evidence, where.replace(/^.*? › (\w[\w ]*: )?/, ''));

/**
 * Returns whether the earlier sentence advises to publish, and the later one starts with `No recommendation.` and the
 * reason. The rest of both sentences must have the same figures.
 */
function withoutAdvice(before: Fact | undefined, after: Fact | undefined, reason: string): boolean {
  const start = `No recommendation. ${reason} `;
  return (
    typeof before === 'string' &&
    typeof after === 'string' &&
    before.startsWith('Publish. ') &&
    after.startsWith(start) &&
    figuresOf(after.slice(start.length)) === figuresOf(before.slice('Publish. '.length))
  );
}

const noVerdict = 'a run with more failed items than accepted gets no recommendation, and the exit code is 3';
const asWrong =
  'a check that passes only because it leaves out failed items is inconclusive, and states the figure with these as wrong';

/** The policies of the cases accept at most this share of failed item runs of the candidate. */
const acceptedByPolicy = 0.2;

function isRejectedByGate({ evidence }: Change): boolean {
  const { runs, versions } = evidence.runs();
  const own = runs.filter(({ version }) => version === versions.at(-1));
  return own.filter(({ state }) => state === 'failed').length / own.length > acceptedByPolicy;
}

export const failedItems: readonly Explanation[] = [
  {
    match: /› (exit code|(stdout|gate\.json)\.exitCode)$/,
    holds: (change) => {
      const isGate = / gate\b/.test(change.where);
      const wasVerdict = change.before === (isGate ? 1 : 0);
      return (
        wasVerdict && change.after === 3 && (isGate ? isRejectedByGate(change) : sentenceOf(change) !== null)
      );
    },
    reason: noVerdict,
  },
  {
    match: /› (stdout|report\.json\.verdict)\.recommendation$/,
    holds: (change) =>
      change.before === 'publish' && change.after === 'not-enough-evidence' && sentenceOf(change) !== null,
    reason: noVerdict,
  },
  {
    match: /› (stdout|gate\.json|report\.json\.verdict|(stdout|trend\.json)\.points\[.*\]\.problem)\.code$/,
    holds: (change) =>
      change.before === undefined &&
      change.after === 'too-many-failures' &&
      (/ gate\b/.test(change.where) ? isRejectedByGate(change) : sentenceOf(change) !== null),
    reason: noVerdict,
  },
  {
    match: /› (stdout|report\.json\.verdict)\.sentence$/,
    holds: (change) => withoutAdvice(change.before, change.after, sentenceOf(change) ?? '?'),
    reason: noVerdict,
  },
  {
    match: /› (stdout|trend\.json)\.points\[.*\]\.problem\.sentence$/,
    holds: (change) => change.before === undefined && change.after === sentenceOf(change),
    reason: noVerdict,
  },
  {
    match: /› (stdout|report\.json\.verdict)\.reasons(\.length|\[\d+\]| \(order\))$/,
    holds: (change) => isSameList(change, { added: (reason) => reason === sentenceOf(change) }),
    reason: noVerdict,
  },
  {
    match: /› (stdout|summary\.md), a line$/,
    holds: (change) => {
      const { key, before, after, left, right } = change;
      const reason = sentenceOf(change);
      if (reason === null) return false;
      if (before === undefined && after === `- ${reason}`) return true;
      const file = key.replace(', a line', '');
      const linesOf = (outputs: typeof left) =>
        (outputs.texts.get(file) ?? []).map((line) =>
          line.replace(/^\*\*▲ (Publish\.)\*\* /, '$1 ').replace(/^\*\*◇ Not enough evidence\.\*\* /, ''),
        );
      const advice = linesOf(left).filter((line) => line.startsWith('Publish. '));
      const later = linesOf(right).filter((line) => line.startsWith('No recommendation. '));
      const isOwn = /^(\*\*▲ )?Publish\.|^(\*\*◇ Not enough evidence\.\*\* )?No recommendation\./.test(
        String(before ?? after),
      );
      return isOwn && advice.length === 1 && later.length === 1 && withoutAdvice(advice[0], later[0], reason);
    },
    reason: noVerdict,
  },
  {
    match: /› (stdout|gate\.json)\.checks\[.*\]\.status$/,
    holds: ({ key, before, after, evidence }) => {
      const check = checkOf(key, readGate(evidence.later));
      return (
        before === 'pass' && after === 'inconclusive' && check !== undefined && failsAsWrong(check, evidence)
      );
    },
    reason: asWrong,
  },
];

/** Numerator and denominator of a rate for one document. The rate counts failed item runs as wrong. */
type Parts = readonly [numerator: number, denominator: number];

/**
 * Returns the rate of a check if failed item runs count as wrong. Computes it from the earlier report of each
 * repeat. In a precision, each expected value of a failed item run counts as a wrong prediction. In the
 * hallucination rate, each failed item run counts as one spurious value.
 */
export function rateAsWrong(check: GateCheck, evidence: Evidence): number {
  const parts = partsAsWrong(check, evidence);
  return sum(parts.map(([numerator]) => numerator)) / sum(parts.map(([, denominator]) => denominator));
}

function partsAsWrong(check: GateCheck, evidence: Evidence): Parts[] {
  const { repeats, versions } = evidence.runs();
  const candidate = versions.at(-1) as string;
  return Array.from({ length: repeats }, (_, repeat) => repeat).flatMap((repeat) => {
    const tables = (table: string, without?: 'failures') =>
      readTable(evidence.repeat(repeat, without), table).filter(({ version }) => version === candidate);
    const { field, label } = scopeOf(check);
    if (field !== undefined) return fieldParts(field, tables);
    if (label !== undefined) return sumParts(tables, 'precision', 'recall', `class:${label}`);
    const packets = /^(?:precision of split documents|boundary precision)/.exec(check.name)?.[0];
    if (packets !== undefined) {
      const unit = packets.startsWith('boundary') ? 'boundary' : 'document';
      return sumParts(tables, `${unit}_precision`, `${unit}_recall`, 'overall');
    }
    return tables('documents').map((row) => documentParts(check, row));
  });
}

type Tables = (table: string, without?: 'failures') => readonly Row[];

function fieldParts(field: string, tables: Tables): Parts[] {
  const failed = new Set(
    tables('documents')
      .filter(({ state }) => state === 'failed')
      .map(({ item }) => item),
  );
  const lost = tables('leaves').filter(
    (leaf) => leaf.field === field && failed.has(leaf.item) && leaf.outcome === 'missing',
  ).length;
  const { correct, incorrect, spurious } = tables('fields').find((row) => row.field === field) as Row;
  return [[Number(correct), Number(correct) + Number(incorrect) + Number(spurious) + lost]];
}

/**
 * Returns numerator and denominator of a precision. The denominator includes the expected values of failed item runs.
 * The number of these values is the difference between the reports with and without failures.
 */
function sumParts(tables: Tables, precision: string, recall: string, scope: string): Parts[] {
  const figures = (metric: string, without?: 'failures') => {
    const row = tables('summary', without).find((one) => one.metric === metric && one.scope === scope);
    return [Number(row?.numerator), Number(row?.denominator)] as const;
  };
  const [numerator, denominator] = figures(precision);
  return [[numerator, denominator + figures(recall)[1] - figures(recall, 'failures')[1]]];
}

function documentParts({ name }: GateCheck, row: Row): Parts {
  const [correct = 0, incorrect = 0, missing = 0, spurious = 0, absent = 0] = [
    ...['correct', 'incorrect', 'missing', 'spurious', 'absent'],
  ].map((outcome) => Number(row[outcome]));
  const isFailed = row.state === 'failed';
  if (name.startsWith('hallucination rate')) return isFailed ? [1, 1] : [spurious, spurious + absent];
  const expected = correct + incorrect + missing;
  const predicted = correct + incorrect + spurious;
  const right = name.startsWith('presence precision') ? correct + incorrect : correct;
  return isFailed ? [0, expected] : [right, predicted];
}

/**
 * Returns whether a check that passes would fail if failed item runs counted as wrong. The check may limit a
 * rate or one end of its interval.
 */
export function failsAsWrong(check: GateCheck, evidence: Evidence): boolean {
  const { bound, name } = check;
  if (bound === null || !/, at (least|most) /.test(name)) return false;
  const isLeast = / at least /.test(name);
  const rate = rateAsWrong(check, evidence);
  if (isLeast ? rate < bound : rate > bound) return true;
  if (!name.includes('whole interval')) return false;
  const [low, high] = interval(check, evidence, rate);
  return isLeast ? low < bound : high > bound;
}

/**
 * Returns Wilson's 95 % interval of a ratio. As the sample size, uses the number of independent documents that would
 * give the linearised variance of this ratio.
 */
function interval(check: GateCheck, evidence: Evidence, rate: number): readonly [low: number, high: number] {
  const { repeats } = evidence.runs();
  const parts = partsAsWrong(check, evidence);
  const count = parts.length / repeats;
  const perDocument = Array.from({ length: count }, (_, i) =>
    sum(
      Array.from({ length: repeats }, (_, repeat) => {
        const [numerator, denominator] = parts[repeat * count + i] as Parts;
        return numerator - rate * denominator;
      }),
    ),
  );
  const total = sum(parts.map(([, denominator]) => denominator));
  const squares = sum(perDocument.map((residual) => residual ** 2));
  const variance = ((count / (count - 1)) * squares) / total ** 2;
  const effective = (rate * (1 - rate)) / variance;
  const z = 1.96 ** 2 / effective;
  const middle = (rate + z / 2) / (1 + z);
  const reach = Math.sqrt(rate * (1 - rate) * z + z ** 2 / 4) / (1 + z);
  return [middle - reach, middle + reach];
}

export const failedReason = asWrong;
