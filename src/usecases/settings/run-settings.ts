import { availableParallelism } from 'node:os';
import type { RunPlan } from '../../model/record/run-record.ts';
import { type Environment, variable } from '../ports.ts';
import type { GoldsetConfig } from './config.ts';
import { type NumberInput, numberFlag } from './number-flag.ts';
import type { TargetFlags } from './target-settings.ts';

/** Settings of a run. Each overrides environment and configuration file. */
export interface RunFlags extends TargetFlags {
  readonly versions?: string;
  readonly limit?: NumberInput;
  readonly sample?: NumberInput;
  readonly repeat?: NumberInput;
  readonly concurrency?: NumberInput;
  readonly deadline?: NumberInput;
  readonly maxFailureRate?: NumberInput;
}

type ResolvedOptions = RunPlan['options'];

export interface RunSettings {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly apiVersion: string | undefined;
  readonly header: string | undefined;
  readonly versions: readonly string[];
  readonly repeats: number;
  readonly concurrency: number;
  readonly deadlineMs: number;
  readonly limit: number | undefined;
  readonly sample: number | undefined;
  /** Share of item runs that may fail before the run counts as incomplete. */
  readonly acceptedFailures: number;
  /** Value and source of every option except secrets, for the record. */
  readonly options: ResolvedOptions;
}

const remoteConcurrency = 32;

/**
 * Returns one more than the number of workers of the local service. A higher concurrency would add waiting time to the
 * latency.
 */
export function localConcurrency(): number {
  return Math.min(availableParallelism(), 4) + 1;
}

/** Resolves the options of a run. Precedence: flag > environment > file > default. */
export function runSettings(flags: RunFlags, config: GoldsetConfig, environment: Environment): RunSettings {
  const options: ResolvedOptions = {};
  const env = (name: string) => variable(environment, name);
  const resolve = <T>(
    name: string,
    flag: T | undefined,
    environment: T | undefined,
    file: T | undefined,
    fallback: T,
  ): T => {
    const from =
      flag !== undefined
        ? 'flag'
        : environment !== undefined
          ? 'environment'
          : file !== undefined
            ? 'file'
            : 'default';
    const value = flag ?? environment ?? file ?? fallback;
    options[name] = { value: value ?? null, from };
    return value;
  };
  const whole = (name: string, given: NumberInput | undefined, low: number, high: number) =>
    given === undefined ? undefined : numberFlag(name, given, low, high, true);
  const deadlineSeconds =
    flags.deadline === undefined ? undefined : numberFlag('--deadline', flags.deadline, 0.1, 86_400);
  const url = resolve<string | undefined>(
    'target',
    flags.target,
    env('GOLDSET_BASE_URL'),
    config.target?.baseUrl,
    undefined,
  );
  return {
    url,
    token: flags.token ?? env('GOLDSET_API_TOKEN'),
    apiVersion: resolve(
      'apiVersion',
      flags.apiVersion,
      env('GOLDSET_API_VERSION'),
      config.target?.apiVersion,
      undefined,
    ),
    header: resolve('header', undefined, undefined, config.dialect?.header, undefined),
    versions: baselineFirst(resolve('versions', flags.versions, undefined, undefined, 'latest,draft')),
    repeats: resolve('repeats', whole('--repeat', flags.repeat, 1, 100), undefined, config.run?.repeats, 1),
    concurrency: resolve(
      'concurrency',
      whole('--concurrency', flags.concurrency, 1, 1000),
      undefined,
      config.run?.concurrency,
      url === undefined ? localConcurrency() : remoteConcurrency,
    ),
    deadlineMs:
      1000 * resolve('deadlineSeconds', deadlineSeconds, undefined, config.run?.deadlineSeconds, 900),
    limit: resolve('limit', whole('--limit', flags.limit, 1, 100_000_000), undefined, undefined, undefined),
    sample: resolve(
      'sample',
      whole('--sample', flags.sample, 1, 100_000_000),
      undefined,
      undefined,
      undefined,
    ),
    acceptedFailures: resolve(
      'maxFailureRate',
      flags.maxFailureRate === undefined
        ? undefined
        : numberFlag('--max-failure-rate', flags.maxFailureRate, 0, 1),
      undefined,
      config.run?.maxFailureRate,
      0,
    ),
    options,
  };
}

/** Sorts published versions before the draft, so that the draft is the candidate in any order of names. */
function baselineFirst(text: string): string[] {
  const words = [
    ...new Set(
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
  return [...words.filter((word) => word !== 'draft'), ...words.filter((word) => word === 'draft')];
}
