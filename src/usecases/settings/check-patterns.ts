import {
  fieldList,
  type ScoredConfigs,
  scoringConfig,
} from '../../analysis/config-changes/scoring-config.ts';
import type { FoldedRun } from '../../analysis/fold/folded-run.ts';
import { fewLabelsText, withoutGoldText } from '../../analysis/gate/few-labels.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import type { Ports } from '../ports.ts';
import type { GoldsetConfig } from './config.ts';
import type { FigureConfig } from './recorded-options.ts';
import { parseComparator, type ScoringFlags } from './scoring-settings.ts';

/** A pattern for field names, and its origin: `--exclude`, `exclude of the configuration` or `exclude of the run`. */
export interface FieldPattern {
  readonly name: string;
  readonly pattern: string;
}

export interface FieldPatterns {
  readonly flags: readonly FieldPattern[];
  /** Patterns that the configuration or the record contains. */
  readonly config: readonly FieldPattern[];
}

/**
 * Returns all patterns of `flags` and `config`, each with its origin. A pattern in `config` comes from the run if
 * `recorded` has the option of the pattern. Otherwise, the pattern comes from the configuration.
 */
export function fieldPatterns(
  config: GoldsetConfig,
  flags: ScoringFlags,
  recorded: FigureConfig = {},
): FieldPatterns {
  const place = (name: keyof FigureConfig) =>
    `${name} of the ${recorded[name] === undefined ? 'configuration' : 'run'}`;
  const named = (name: string, patterns: readonly string[] = []) =>
    patterns.map((pattern) => ({ name, pattern }));
  const fieldsOf = (rules: readonly { readonly field: string }[] = []) => rules.map(({ field }) => field);
  return {
    flags: [
      ...named('--exclude', flags.exclude),
      ...named('--comparator', fieldsOf(flags.comparator?.map(parseComparator))),
    ],
    config: [
      ...named(place('exclude'), config.exclude),
      ...named(place('comparators'), fieldsOf(config.comparators)),
      ...named(place('alignment'), fieldsOf(config.alignment)),
      ...named('business.criticalFields of the configuration', config.business?.criticalFields),
    ],
  };
}

/**
 * Throws the error `undeclared` unless it is `null`. Throws USAGE if a pattern in a flag matches no field. Reports the
 * text `notice`, the patterns of the configuration that match no field, and the fields with few labels.
 */
export function checkScored(
  {
    patterns,
    notice,
    undeclared,
  }: {
    readonly patterns: FieldPatterns;
    readonly notice: string | null;
    readonly undeclared: GoldsetError | null;
  },
  run: FoldedRun,
  ports: Pick<Ports, 'notice'>,
): void {
  if (undeclared !== null) throw undeclared;
  if (notice !== null) ports.notice(notice);
  checkPatterns(patterns, run, ports);
  for (const text of [withoutGoldText(run), fewLabelsText(run)]) if (text !== null) ports.notice(text);
}

/**
 * Throws USAGE if a pattern in a flag matches neither a field of the schemas nor a key of the gold. A misspelt flag is
 * thus found before anything runs. Reads the gold only if a pattern matches no field of the schemas.
 */
export async function checkBeforeRun(
  { flags }: FieldPatterns,
  configs: ScoredConfigs,
  items: () => AsyncIterable<{ readonly expectedOutput: unknown }>,
): Promise<void> {
  if (flags.length === 0) return;
  const { config, onlyGold, onlyProcessor } = scoringConfig(configs);
  const isExtraction = config.type === 'EXTRACT';
  const others = isExtraction ? [...onlyGold, ...onlyProcessor] : [];
  const known = fieldList(config, others).map(({ field }) => field);
  let unmatched = unmatchedPatterns(flags, known);
  const fields = new Set(known);
  if (unmatched.length > 0 && isExtraction)
    for await (const { expectedOutput } of items()) {
      const gold = expectedOutput as JsonValue;
      // If the gold is an output of a processor, its fields are inside the member `value`.
      const isOutput = isJsonObject(gold) && isJsonObject(gold.value) && !known.includes('value');
      addKeys(isOutput ? (gold.value as JsonValue) : gold, '', fields);
    }
  if (fields.size > known.length) unmatched = unmatchedPatterns(unmatched, [...fields]);
  const [first] = unmatched;
  if (first !== undefined) throw noSuchField(first, knownText([...fields], config.type));
}

/** Adds the names of all keys in a gold value, with dots between the levels. */
function addKeys(value: JsonValue, path: string, keys: Set<string>): void {
  if (Array.isArray(value)) for (const member of value) addKeys(member, path, keys);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${key}`;
      keys.add(name);
      addKeys(member, name, keys);
    }
  }
}

/**
 * Throws USAGE if a pattern in a flag matches no field of the scored record, because a misspelt pattern would silently
 * have no effect. A pattern in a configuration is only reported, because a configuration may be used for several
 * datasets.
 */
function checkPatterns({ flags, config }: FieldPatterns, run: FoldedRun, ports: Pick<Ports, 'notice'>): void {
  if (flags.length + config.length === 0) return;
  const { onlyGold, onlyProcessor, notComparable } = run.excludedFields;
  const seen = run.versions.flatMap(({ extraction }) => [
    ...(extraction?.fields.keys() ?? []),
    ...(extraction?.nonComparable.keys() ?? []),
  ]);
  const isExtraction = run.config.type === 'EXTRACT';
  const others = isExtraction ? [...onlyGold, ...onlyProcessor, ...notComparable] : [];
  const fields = fieldList(run.config, [...seen, ...others]).map(({ field }) => field);
  const unmatched = unmatchedPatterns([...flags, ...config], fields);
  const known = knownText(fields, run.config.type);
  for (const one of unmatched) {
    if (flags.includes(one)) throw noSuchField(one, known);
    ports.notice(`${one.name}: no field matches "${one.pattern}"; ${known}`);
  }
}

export function unmatchedPatterns(
  patterns: readonly FieldPattern[],
  fields: readonly string[],
): FieldPattern[] {
  return patterns.filter(({ pattern }) => !fields.some(fieldGlobWithin(pattern)));
}

function knownText(fields: readonly string[], kind: string): string {
  return fields.length === 0
    ? `${kind} processors have no fields`
    : `the fields are ${truncateList(fields, 20)}`;
}

function noSuchField({ name, pattern }: FieldPattern, known: string): GoldsetError {
  return new GoldsetError('USAGE', {
    problem: `${name}: no field matches "${pattern}"; ${known}`,
    fix: 'Correct the name of the field, or omit the flag.',
  });
}
