import {
  fieldList,
  type ScoredConfigs,
  scoringConfig,
} from '../../analysis/config-changes/scoring-config.ts';
import { headlines } from '../../analysis/fold/headline.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { LoadedConfig } from './load-config.ts';

/** Returns the metric, field or class that a run declared as primary; `undefined` if it declared none. */
export function declaredPrimary({ options }: Pick<RunPlan, 'options'>): string | undefined {
  const value = options['statistics.primary']?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns an error if a request names a primary metric or field that the run did not declare; otherwise `null`. A user
 * who has seen the results could otherwise choose the metric or field with the smallest p-value. `from` is the flag or
 * file with the name, for the message.
 */
export function undeclared(
  plan: Pick<RunPlan, 'options' | 'recordId'>,
  primary: string | undefined,
  from: string,
): GoldsetError | null {
  const declared = declaredPrimary(plan);
  if (primary === undefined || primary === declared) return null;
  const found = declared === undefined ? 'no primary metric or field' : `"${declared}" as primary`;
  return new GoldsetError('USAGE', {
    problem: `${from}: found "${primary}", but the recorded run (${plan.recordId}) declared ${found}; a primary metric or field must be declared before the run`,
    fix: `Omit the name, or start a new run with goldset run --primary ${primary}.`,
  });
}

/** A metric, field or class that a flag or a file names as primary. */
export interface NamedPrimary {
  readonly name: string;
  /**
   * Where the name was given: file and key, or the flag, such as `goldset.config.json: gate.primary` or `--primary`.
   */
  readonly place: string;
  /** How the user can correct a name that does not exist. */
  readonly fix: string;
}

/** Returns the primary metric or field of a new run. Precedence: flag > gate policy > statistics. */
export function requestedPrimary(
  flag: string | undefined,
  { config: { gate, statistics }, file }: LoadedConfig,
): NamedPrimary | undefined {
  if (flag !== undefined)
    return {
      name: flag,
      place: '--primary',
      fix: 'Name a headline metric, or a field or class of the processor.',
    };
  const [name, key] =
    gate?.primary !== undefined ? [gate.primary, 'gate'] : [statistics?.primary, 'statistics'];
  const fix = `Correct ${key}.primary, or name the primary metric or field of this dataset with --primary.`;
  return name === undefined ? undefined : { name, place: `${file}: ${key}.primary`, fix };
}

/**
 * Throws USAGE if the primary is neither a headline metric nor a field or class of the config. Call this function
 * before a run starts. Otherwise, an unknown name would silently give all comparisons the same weight.
 */
export function checkPrimary(primary: NamedPrimary | undefined, configs: ScoredConfigs): void {
  if (primary === undefined) return;
  const { name, place, fix } = primary;
  const { config } = scoringConfig(configs);
  const { metric, exactMetric } = headlines[config.type];
  const parts =
    config.type === 'EXTRACT'
      ? fieldList(config, []).flatMap(({ field, isLeaf }) => (isLeaf ? [field] : []))
      : classesOf(config).map(({ type }) => type);
  const known = [...new Set([exactMetric, metric, ...parts])];
  if (known.includes(name)) return;
  throw new GoldsetError('USAGE', {
    problem: `${place}: found "${name}", expected one of ${truncateList(known, 20)}`,
    fix,
  });
}
