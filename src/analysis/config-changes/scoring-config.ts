import { GoldsetError } from '../../base/goldset-error.ts';
import { customTypeOf, typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ExtractConfig, ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import type { UnknownGold } from '../../model/record/unknown-gold.ts';
import { type FieldLine, listFields, schemaTree } from '../../scorers/extraction/field-tree.ts';
import { unsharedClasses } from './class-changes.ts';
import { fieldTypes, topmost, unsharedFields } from './field-changes.ts';

export interface ScoringConfig {
  /** The config by which all versions of a record are scored. */
  readonly config: ProcessorConfig;
  /** The outermost fields that only the gold has. Reports list them without a score. */
  readonly onlyGold: readonly string[];
  /** The outermost fields that only the processor has. Reports list them without a score. */
  readonly onlyProcessor: readonly string[];
  /** Classes and outermost fields that only some versions have. They are scored separately and not compared. */
  readonly notComparable: readonly string[];
}

/** The part of a plan that decides how its items are scored. */
export interface ScoredConfigs {
  readonly versions: readonly { readonly config: ProcessorConfig }[];
  readonly dataset: { readonly config?: ProcessorConfig | undefined };
  readonly unknownGold?: readonly UnknownGold[] | undefined;
}

/**
 * Returns the keys of the gold that cannot be scored, because no version has them as a field or because the config of
 * the dataset lacks them.
 */
function unknownKeys({ unknownGold = [] }: ScoredConfigs, read: ReadonlySet<string>): string[] {
  return unknownGold
    .filter(({ part, name, dataset }) => part === 'key' && (dataset || !read.has(name)))
    .map(({ name }) => name);
}

/**
 * Returns the config by which the items of a record are scored. For extraction, all versions are scored by the config
 * of the last version, so that no version can choose its own comparators. If the config of the dataset has a more
 * specific type for a plain string field, the field gets this type (decision 0004). Classes are scored by the config of
 * the dataset. If the dataset has no config for this kind of processor, they are scored by the config of the last
 * version. Fields that no version has, and fields that the gold does not have, are listed in the result and not scored.
 */
export function scoringConfig(plan: ScoredConfigs): ScoringConfig {
  const last = (plan.versions.at(-1) as ScoredConfigs['versions'][number]).config;
  const configs = plan.versions.map(({ config }) => config);
  const own = plan.dataset.config;
  const read = new Set(configs.flatMap((config) => (config.type === 'EXTRACT' ? [...fieldsOf(config)] : [])));
  const scoredBy = (config: ProcessorConfig) => ({
    config,
    onlyGold: topmost(unknownKeys(plan, read)),
    onlyProcessor: [],
    notComparable: config.type === 'EXTRACT' ? unsharedFields(configs) : unsharedClasses(configs, config),
  });
  if (own === undefined || own.type !== last.type)
    return scoredBy(last.type === 'EXTRACT' ? withEarlierFields(last, plan) : last);
  if (own.type !== 'EXTRACT' || last.type !== 'EXTRACT') return scoredBy(own);
  const gold = fieldsOf(own);
  const lost = [...gold].filter((field) => !read.has(field));
  if (gold.size > 0 && read.size > 0 && gold.isDisjointFrom(read)) {
    throw new GoldsetError('NO_SCORED_FIELDS', {
      gold: [...gold].join(', '),
      processor: [...read].join(', '),
    });
  }
  return {
    notComparable: unsharedFields(configs),
    config: withGoldTypes(last, own, plan),
    onlyGold: topmost([...new Set([...lost, ...unknownKeys(plan, read)])]),
    onlyProcessor: topmost([...read].filter((field) => !gold.has(field))),
  };
}

export function fieldsOf(config: ExtractConfig): Set<string> {
  return new Set(fieldTypes(config).keys());
}

/** Gives plain string fields the more specific types that they have in the config of the dataset. */
function withGoldTypes(last: ExtractConfig, own: ExtractConfig, plan: ScoredConfigs): ExtractConfig {
  const all = withEarlierFields(last, plan);
  if (all.schema === undefined || own.schema === undefined) return last;
  return { ...all, schema: merge(all.schema, own.schema, true) };
}

/** Adds the fields that only an earlier version has, so that they are scored for that version. */
function withEarlierFields(last: ExtractConfig, plan: ScoredConfigs): ExtractConfig {
  if (last.schema === undefined) return last;
  const schemas = plan.versions.flatMap(({ config }) =>
    config.type === 'EXTRACT' && config.schema !== undefined ? [config.schema] : [],
  );
  const schema = schemas.reduceRight((sum: SchemaNode, earlier) => merge(sum, earlier, false), last.schema);
  return { ...last, schema };
}

/**
 * Returns `first` with the members that only `second` has. With `retype`, also gives plain string fields of `first` the
 * types that they have in `second`.
 */
function merge(first: SchemaNode, second: SchemaNode, retype: boolean): SchemaNode {
  if (
    first.properties !== undefined &&
    second.properties !== undefined &&
    customTypeOf(first) === undefined
  ) {
    const properties: Record<string, SchemaNode> = { ...second.properties, ...first.properties };
    for (const [key, node] of Object.entries(first.properties)) {
      const other = second.properties[key];
      if (other !== undefined) properties[key] = merge(node, other, retype);
    }
    const required = [
      ...new Set([...(first.required ?? Object.keys(first.properties)), ...Object.keys(properties)]),
    ];
    return { ...first, properties, required };
  }
  if (first.items !== undefined && second.items !== undefined)
    return { ...first, items: merge(first.items, second.items, retype) };
  return retype && isPlainString(first) && !isPlainString(second) ? second : first;
}

function isPlainString(node: SchemaNode): boolean {
  return typesOf(node)[0] === 'string' && node.enum === undefined && customTypeOf(node) === undefined;
}

export type ListedField = Omit<FieldLine, 'type'> & { readonly type: string };

/**
 * Returns the fields of a config in schema order, parents before children, and then the fields of `seen` that the
 * config lacks.
 */
export function fieldList(config: ProcessorConfig, seen: Iterable<string>): ListedField[] {
  const listed: ListedField[] = config.type === 'EXTRACT' ? listFields(schemaTree(config)) : [];
  const known = new Set(listed.map((entry) => entry.field));
  const extra = [...seen].filter((field) => !known.has(field)).sort();
  return [
    ...listed,
    ...extra.map((field) => ({ field, label: field, depth: 0, type: 'not in the schema', isLeaf: true })),
  ];
}
