import { availableParallelism } from 'node:os';
import type { RunPlan } from '../../model/record/run-record.ts';
import { type Environment, variable } from '../ports.ts';
import type { GoldsetConfig } from './config.ts';
import { firstGiven, type NumberInput, numberFlag, type Sourced } from './flags.ts';
import { type QueueFlag, queueAddress } from './queue-settings.ts';

export interface TargetFlags {
  readonly target?: string;
  readonly token?: string;
  readonly apiVersion?: string;
}

/** Settings of a run. They take precedence over the settings in the environment and in the configuration file. */
export interface RunFlags extends TargetFlags {
  /** Redis queue through which workers on other machines get the item runs. */
  readonly queue?: QueueFlag;
  readonly versions?: string;
  readonly limit?: NumberInput;
  readonly sample?: NumberInput;
  readonly repeat?: NumberInput;
  readonly concurrency?: NumberInput;
  readonly rate?: NumberInput;
  readonly deadline?: NumberInput;
  readonly maxFailureRate?: NumberInput;
  /** Maximum number of credits of the run, or `none`. */
  readonly maxCredits?: NumberInput;
}

export interface TargetSettings {
  /** Address of the service; `undefined` for a local service. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly header?: string | undefined;
}

type Options = RunPlan['options'];

export type RunSettings = ReturnType<typeof runSettings>;

const remoteConcurrency = 32;
/**
 * Maximum number of item runs in the queue or in workers at the same time. The number is high, because each worker also
 * limits its own item runs.
 */
const queuedRuns = 2_000;

/**
 * Returns the default number of item runs at the same time on a local service: its number of workers plus one. More
 * item runs would only wait longer.
 */
export function localConcurrency(): number {
  return Math.min(availableParallelism(), 4) + 1;
}

/**
 * Returns the settings of the service. Adds all of these settings except the token to `options`, which the record
 * stores. The token cannot be set in a file.
 */
export function targetSettings(
  flags: TargetFlags,
  environment: Environment,
  { target, dialect }: GoldsetConfig,
  options: Options = {},
): TargetSettings {
  const env = (name: string) => variable(environment, name);
  const url = { flag: flags.target, environment: env('GOLDSET_BASE_URL'), file: target?.baseUrl };
  const apiVersion = {
    flag: flags.apiVersion,
    environment: env('GOLDSET_API_VERSION'),
    file: target?.apiVersion,
  };
  return {
    url: noted(options, 'target', firstGiven(url, undefined)),
    token: flags.token ?? env('GOLDSET_API_TOKEN'),
    apiVersion: noted(options, 'apiVersion', firstGiven(apiVersion, undefined)),
    header: noted(options, 'header', firstGiven({ file: dialect?.header }, undefined)),
  };
}

/** Resolves the options of a run. Precedence: flag > environment > file > default. */
export function runSettings(flags: RunFlags, config: GoldsetConfig, environment: Environment) {
  const options: Options = {};
  const target = targetSettings(flags, environment, config, options);
  const resolve = <T>(name: string, flag: T | undefined, file: T | undefined, fallback: T): T =>
    noted(options, name, firstGiven({ flag, file }, fallback));
  const whole = (name: string, given: NumberInput | undefined, high: number) =>
    numberFlag(name, given, 1, high, 'whole number');
  const deadline = numberFlag('--deadline', flags.deadline, 0.1, 86_400);
  const failureRate = numberFlag('--max-failure-rate', flags.maxFailureRate, 0, 1);
  const { run = {} } = config;
  const queue = queueAddress(flags.queue, environment);
  return {
    ...target,
    /**
     * Address of the queue, which can contain a password; `undefined` if no queue is used. The address is not stored in
     * the record.
     */
    queue,
    versions: baselineFirst(resolve('versions', flags.versions, undefined, 'latest,draft')),
    repeats: resolve('repeats', whole('--repeat', flags.repeat, 100), run.repeats, 1),
    concurrency: resolve(
      'concurrency',
      whole('--concurrency', flags.concurrency, 10_000),
      run.concurrency,
      queue !== undefined ? queuedRuns : target.url === undefined ? localConcurrency() : remoteConcurrency,
    ),
    /** Maximum number of runs to create per second; `undefined` if there is no limit. */
    rate: resolve('rate', numberFlag('--rate', flags.rate, 0.001, 10_000), run.rate, undefined),
    deadlineMs: 1000 * resolve('deadlineSeconds', deadline, run.deadlineSeconds, 900),
    limit: resolve('limit', whole('--limit', flags.limit, 100_000_000), undefined, undefined),
    sample: resolve('sample', whole('--sample', flags.sample, 100_000_000), undefined, undefined),
    /** Maximum number of credits of the run; `undefined` if there is no limit. */
    maxCredits: resolve('maxCredits', maxCreditsOf(flags), undefined, undefined),
    /** Share of item runs that may fail. If a larger share fails, the run counts as incomplete. */
    acceptedFailures: resolve('maxFailureRate', failureRate, run.maxFailureRate, 0),
    /** Value and source of every option, to be stored in the record. Contains no secrets. */
    options,
  };
}

function maxCreditsOf({ maxCredits }: RunFlags): number | undefined {
  return maxCredits === 'none' ? undefined : numberFlag('--max-credits', maxCredits, 0, 1e12);
}

/**
 * Returns the settings of a resumed run. Takes API version, version header, time limit, limit of credits and rate from
 * the record, unless a flag sets them.
 */
export function resumedSettings(
  { options, target }: Pick<RunPlan, 'options' | 'target'>,
  flags: RunFlags,
  run: RunSettings,
): RunSettings {
  const header = options.header?.value;
  const deadline = flags.deadline === undefined ? options.deadlineSeconds?.value : undefined;
  const maxCredits = flags.maxCredits === undefined ? options.maxCredits?.value : undefined;
  const rate = flags.rate === undefined ? options.rate?.value : undefined;
  return {
    ...run,
    apiVersion: flags.apiVersion ?? target.apiVersion ?? run.apiVersion,
    header: typeof header === 'string' ? header : run.header,
    deadlineMs: typeof deadline === 'number' ? 1000 * deadline : run.deadlineMs,
    maxCredits: typeof maxCredits === 'number' ? maxCredits : run.maxCredits,
    rate: typeof rate === 'number' ? rate : run.rate,
  };
}

/** Returns the value of an option. Adds the option and its source to `options`, which the record stores. */
function noted<T>(options: Options, name: string, { value, from }: Sourced<T>): T {
  options[name] = { value: value ?? null, from };
  return value;
}

/** Sorts published versions before the draft, so that the draft is the candidate. */
function baselineFirst(text: string): string[] {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  return [...names].sort((a, b) => Number(a === 'draft') - Number(b === 'draft'));
}
