import { namedOptions } from '../../analysis/measure/figure-options.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { mismatchOf } from '../../model/processor/mismatch.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import { plainOptions } from '../../scorers/extraction/scorer-fingerprint.ts';
import {
  type ComparatorRule,
  comparatorRuleSchema,
  defaultScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { configSchema, type GoldsetConfig } from './config.ts';
import { statisticsSettings } from './scoring-settings.ts';

/** The options of a configuration that affect figures. */
export type FigureConfig = Pick<
  GoldsetConfig,
  'comparators' | 'exclude' | 'alignment' | 'presence' | 'failures' | 'statistics'
>;

const figureSchema = configSchema.pick({
  comparators: true,
  exclude: true,
  alignment: true,
  presence: true,
  failures: true,
  statistics: true,
});

/** Names of the options in a plan, such as `comparators`, `presence.emptiness` or `statistics.margin`. */
const names = Object.keys(
  namedOptions({ scoring: defaultScoringOptions, statistics: statisticsSettings({}, {}) }),
);

/**
 * Returns the options in the plan of a record as a configuration. Omits options that the plan does not contain. A plan
 * has only the names and hashes of comparator functions, so the functions come from `config`. Throws RECORD_INVALID if
 * an option is invalid, and USAGE if `config` lacks a function.
 */
export function recordedConfig(
  { options, recordId }: Pick<RunPlan, 'options' | 'recordId'>,
  config: GoldsetConfig,
): FigureConfig {
  const tree: Record<string, unknown> = {};
  for (const name of names) {
    const value = options[name]?.value;
    if (value === undefined) continue;
    const [first = '', second] = name.split('.');
    if (second === undefined) tree[first] = value;
    // `null` in a plan means that the option has no value. Use `undefined` instead, which also replaces a value of the
    // configuration.
    else tree[first] = { ...(tree[first] as object), [second]: value ?? undefined };
  }
  if (Array.isArray(tree.comparators))
    tree.comparators = tree.comparators.map((rule) => withFunction(rule, config.comparators ?? []));
  const parsed = figureSchema.safeParse(tree);
  if (parsed.success) return parsed.data;
  const { path, ...mismatch } = mismatchOf(parsed.error, tree);
  throw new GoldsetError('RECORD_INVALID', {
    file: `plan.json of the record ${recordId}`,
    line: 1,
    path: `options.${path}`,
    ...mismatch,
  });
}

/** Replaces the name and source hash of a function by the function itself, which the configuration must contain. */
function withFunction(rule: JsonValue, configured: readonly ComparatorRule[]): unknown {
  if (comparatorRuleSchema.safeParse(rule).success || !isJsonObject(rule)) return rule;
  const { field, ...recorded } = rule;
  const found = configured.find(({ field: _, ...own }) => {
    return canonicalJson(plainOptions(own)) === canonicalJson(recorded);
  });
  if (found !== undefined) return { ...found, field };
  if (!JSON.stringify(recorded).includes('(source ')) return rule;
  throw new GoldsetError('USAGE', {
    problem: `the run compared ${JSON.stringify(field)} with ${JSON.stringify(recorded.comparator)}, a function that the configuration does not have`,
    fix: 'Name the configuration of the run with --config, or apply the current one with --use-config.',
  });
}

/** Merges the options of two configurations. If both configurations have an option, the option in `first` applies. */
export function mergeOptions<Config extends FigureConfig>(first: FigureConfig, second: Config): Config {
  const { presence, statistics } = second;
  return {
    ...second,
    ...first,
    ...((presence || first.presence) && { presence: { ...presence, ...first.presence } }),
    ...((statistics || first.statistics) && { statistics: { ...statistics, ...first.statistics } }),
  };
}
