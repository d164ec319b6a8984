/**
 * Vitest matchers for records. Import `goldset/vitest` in a test or a setup file to add them to `expect`. Each matcher
 * returns a promise, so await it. An inconclusive result fails with and without `.not`.
 */

import './base/node/supported-version.ts';

import path from 'node:path';
import { expect } from 'vitest';
import type { GateOutcome } from './model/gate/gate-evidence.ts';
import {
  type GatePolicy,
  type GateRule,
  gatePolicySchema,
  type LimitRule,
  type RegressionRule,
} from './model/gate/gate-policy.ts';
import { assertNotShard, openRecord, type RecordReader } from './record/read/open-record.ts';
import { evaluateRecord, type GateRequest } from './usecases/evaluate/evaluate-record.ts';
import { openChecksText } from './usecases/gate/gate-text.ts';
import { openNamedBaseline, type RecordVersion } from './usecases/inputs/open-side.ts';
import type { GoldsetConfig } from './usecases/settings/config.ts';
import { checkSettings } from './usecases/settings/read-settings.ts';
import { mergeOptions, recordedConfig } from './usecases/settings/recorded-options.ts';
import { figureOptions } from './usecases/settings/scoring-settings.ts';

export type { GatePolicy } from './model/gate/gate-policy.ts';

/** Folder of a record, an opened record, or one of its versions. Default: the last version. */
export type RecordLike =
  | string
  | RecordReader
  | { readonly record: string | RecordReader; readonly version?: string };

export interface MatcherOptions {
  /**
   * Comparators, policies and statistics as in `goldset.config.ts`. These settings override the options of the record,
   * and the outcome states each difference. Default: the options of the record.
   */
  readonly config?: GoldsetConfig;
}

export interface GateOptions extends MatcherOptions {
  /** A record or the name of a baseline. Default: the other version of the record. */
  readonly baseline?: RecordLike;
}

export interface FieldBound extends MatcherOptions, Pick<LimitRule, 'min' | 'max' | 'on' | 'where'> {}

export interface RegressionOptions extends MatcherOptions, Pick<RegressionRule, 'confidence' | 'where'> {
  /** Metric to compare. Default: `f1` for EXTRACT, `accuracy` for CLASSIFY, `document_f1` for SPLITTER. */
  readonly metric?: RegressionRule['metric'];
  /** A field or a glob. Default: the whole output. */
  readonly field?: string;
  /** Non-inferiority margin as a share. Default: 0.01. */
  readonly margin?: number;
  /**
   * Maximum number of documents that were fully right and have errors now, or that lost their result. Default: not
   * checked.
   */
  readonly newlyWrong?: number;
  /** Maximum number of documents with at least one value that was right and is wrong now. Default: not checked. */
  readonly newErrors?: number;
  /** Maximum share of failed items in the record and in its baseline. Default: 0. */
  readonly failures?: number;
}

interface GoldsetMatchers {
  /** Passes if every check of the policy passes (docs/gate.md). */
  toPassGate(policy: GatePolicy, options?: GateOptions): Promise<void>;
  /**
   * Passes if the recall of each matching field is within the bound. `field` may be a glob. A number as `bound` is the
   * minimum recall.
   */
  toHaveFieldRecall(field: string, bound: number | FieldBound): Promise<void>;
  toHaveFieldPrecision(field: string, bound: number | FieldBound): Promise<void>;
  toHaveFieldF1(field: string, bound: number | FieldBound): Promise<void>;
  /**
   * Passes if the record is worse than the baseline. `.not` passes only if the comparison rules out a loss above the
   * margin.
   */
  toRegressFrom(baseline: RecordLike, options?: RegressionOptions): Promise<void>;
}

declare module 'vitest' {
  // TypeScript merges this interface with the interface `Matchers` of Vitest only if the type parameters are equal.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends GoldsetMatchers {}
}

const headlines = { EXTRACT: 'f1', CLASSIFY: 'accuracy', SPLITTER: 'document_f1' } as const;

async function openLike(like: RecordLike): Promise<RecordVersion> {
  const { record, version } =
    typeof like === 'object' && 'record' in like ? like : { record: like, version: undefined };
  const reader = typeof record === 'string' ? await openRecord(path.resolve(record)) : record;
  assertNotShard(reader);
  return { reader, version };
}

async function evaluate(
  received: RecordLike,
  policy: GatePolicy,
  baseline: RecordLike | undefined,
  config: GoldsetConfig = {},
): Promise<GateOutcome> {
  const request: GateRequest = {
    candidate: await openLike(received),
    baseline: await baselineOf(baseline, config),
    policy,
    optionsOf: (plan) =>
      figureOptions(mergeOptions(config, recordedConfig(plan, config)), {}, plan.dataset.presence),
  };
  return (await evaluateRecord(request)).outcome;
}

function checked(policy: unknown): GatePolicy {
  return checkSettings(policy, 'the policy of the matcher', gatePolicySchema);
}

async function baselineOf(
  baseline: RecordLike | undefined,
  config: GoldsetConfig,
): Promise<GateRequest['baseline']> {
  if (baseline === undefined) return null;
  if (typeof baseline === 'string')
    return openNamedBaseline(baseline, undefined, path.resolve(config.baselines ?? 'baselines'));
  return openLike(baseline);
}

interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

function matched(outcome: GateOutcome, pass: boolean): Matched {
  return { pass, message: () => openChecksText(outcome) };
}

/** Returns whether a check of one of the given rules failed. An inconclusive check does not count as failed. */
function hasFailed({ checks }: GateOutcome, ...rules: readonly GateRule['kind'][]): boolean {
  return checks.some(({ rule, status }) => status === 'fail' && rules.some((kind) => kind === rule));
}

/** Evaluates a bound on a metric of fields. Accepts failed items, because a bound counts them as wrong. */
async function fieldRate(
  isNot: boolean,
  received: RecordLike,
  metric: LimitRule['metric'],
  field: string,
  given: number | FieldBound,
): Promise<Matched> {
  const { config, ...bound } = typeof given === 'number' ? { min: given } : given;
  const { limits } = checked({ limits: [{ metric, field, ...bound }] });
  const outcome = await evaluate(received, { limits, failures: { max: 1 } }, undefined, config);
  return matched(outcome, isNot ? !hasFailed(outcome, 'limit') : outcome.status === 'pass');
}

expect.extend({
  async toPassGate(received: RecordLike, policy: GatePolicy, options: GateOptions = {}) {
    const outcome = await evaluate(received, checked(policy), options.baseline, options.config);
    return matched(outcome, this.isNot ? outcome.status !== 'fail' : outcome.status === 'pass');
  },
  toHaveFieldRecall(received: RecordLike, field: string, bound: number | FieldBound) {
    return fieldRate(this.isNot, received, 'recall', field, bound);
  },
  toHaveFieldPrecision(received: RecordLike, field: string, bound: number | FieldBound) {
    return fieldRate(this.isNot, received, 'precision', field, bound);
  },
  toHaveFieldF1(received: RecordLike, field: string, bound: number | FieldBound) {
    return fieldRate(this.isNot, received, 'f1', field, bound);
  },
  async toRegressFrom(received: RecordLike, baseline: RecordLike, options: RegressionOptions = {}) {
    const { newlyWrong, newErrors, config, failures = 0, margin = 0.01, metric, ...rest } = options;
    const opened = await openLike(received);
    const rule = { metric: metric ?? headlines[opened.reader.plan.dataset.kind], margin, ...rest };
    const policy = checked({
      failures: { max: failures },
      regressions: [rule],
      ...(newlyWrong === undefined ? {} : { newlyWrong: [{ max: newlyWrong }] }),
      ...(newErrors === undefined ? {} : { newErrors: [{ max: newErrors }] }),
    });
    const candidate = { record: opened.reader, ...(opened.version ? { version: opened.version } : {}) };
    const outcome = await evaluate(candidate, policy, baseline, config);
    const isWorse = hasFailed(outcome, 'regression', 'newlyWrong', 'newErrors');
    return matched(outcome, this.isNot ? outcome.status !== 'pass' : isWorse);
  },
});
