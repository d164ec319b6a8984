import type { GateRule } from '../../model/gate/gate-policy.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import { type MetricName, metricNamed, metricsOf } from '../../model/score/metrics.ts';
import { classesOf } from '../config-changes/class-changes.ts';
import type { TagColumns } from '../fold/columns/tag-columns.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import type { PartScope } from './metric-parts.ts';
import { breakableFields, ruleFields } from './rule-fields.ts';

/** One subject of a rule before it is measured: whose leaves, of which documents. */
export interface RuleScope {
  readonly name: string;
  readonly part: PartScope;
  /** Positions of the documents that the rule is about. */
  readonly documents: Int32Array;
  /** Right or wrong as a whole, so that McNemar's test applies. */
  readonly whole: boolean;
  /** Why nothing can be measured here. */
  readonly unmeasured?: string;
}

type SlicedRule = Exclude<GateRule, { kind: 'resource' }>;

/** What a rule is about in this run: fields or classes by its globs, slices by its tags; or why it is about nothing. */
export function ruleScopes(
  rule: SlicedRule,
  run: FoldedRun,
  allowMissing: readonly string[] = [],
): { readonly scopes: readonly RuleScope[]; readonly nothing: string | null } {
  const parts = rule.kind === 'broken' ? brokenParts(rule.field, run) : partsOf(rule, run, allowMissing);
  if ('nothing' in parts) return { scopes: [], nothing: parts.nothing };
  const slices = slicesOf(rule, run);
  if ('nothing' in slices) return { scopes: [], nothing: slices.nothing };
  const scopes = parts.parts.flatMap((part) =>
    slices.slices.map(({ tags, documents }) => ({ ...part, name: nameOf(part.name, tags), documents })),
  );
  return { scopes, nothing: null };
}

type NamedPart = Omit<RuleScope, 'documents'>;

const whole: NamedPart = { name: '', part: {}, whole: false };

function nameOf(part: string, tags: string): string {
  if (tags === '') return part;
  return part === '' ? `documents with ${tags}` : `${part} (${tags})`;
}

type Found<Name extends string, T> = { readonly [name in Name]: readonly T[] } | { readonly nothing: string };

/** Breaks are of documents, so a field only chooses among them; it must still be one that can break. */
function brokenParts(field: string | undefined, run: FoldedRun): Found<'parts', NamedPart> {
  if (field === undefined) return { parts: [whole] };
  const { kind } = run.plan.dataset;
  const nothing = kind === 'EXTRACT' ? breakableFields(field, run) : `documents of ${kind} have no fields`;
  return nothing === null ? { parts: [whole] } : { nothing };
}

function partsOf(
  rule: Extract<SlicedRule, { metric: MetricName }>,
  run: FoldedRun,
  allowMissing: readonly string[],
): Found<'parts', NamedPart> {
  const { kind } = run.plan.dataset;
  const known = metricsOf(kind);
  if (!known.includes(rule.metric))
    return { nothing: `${rule.metric} is not measured of ${kind}; there are ${known.join(', ')}` };
  const { exactOf, ofClass } = metricNamed(rule.metric);
  const exact = exactOf !== undefined;
  if (rule.field !== undefined) {
    if (kind !== 'EXTRACT' || exact) return { nothing: `${rule.metric} of ${kind} has no fields` };
    const found = ruleFields(rule.field, run, rule.kind === 'limit' ? allowMissing : null);
    return 'nothing' in found ? found : { parts: found.fields };
  }
  const classRate = ofClass !== undefined && kind !== 'EXTRACT';
  if (rule.class !== undefined)
    return classRate
      ? classParts(rule.class, run)
      : {
          nothing: `${rule.metric} of ${kind} has no classes; f1, precision and recall of CLASSIFY and SPLITTER have`,
        };
  if (classRate) return { nothing: `${rule.metric} of ${kind} is of a class: give class, or "*" for each` };
  return { parts: [{ ...whole, whole: exact }] };
}

function classParts(wanted: string, run: FoldedRun): Found<'parts', NamedPart> {
  const labels = [...new Set([...configured(run.config), ...run.expectedClasses.keys()])];
  const found = wanted === '*' ? labels : labels.filter((label) => label === wanted);
  if (found.length === 0) return { nothing: `there is no class "${wanted}"; there are ${labels.join(', ')}` };
  const scored = found.filter((label) => !run.excludedFields.notComparable.includes(label));
  if (scored.length === 0)
    return { nothing: `not scored, because not every side has it: ${found.join(', ')}` };
  return { parts: scored.map((label) => ({ name: `class ${label}`, part: { label }, whole: false })) };
}

function configured(config: ProcessorConfig): string[] {
  return classesOf(config).map(({ type }) => type);
}

function slicesOf(
  { where = {}, by }: SlicedRule,
  { tags, count }: FoldedRun,
): Found<'slices', { readonly tags: string; readonly documents: Int32Array }> {
  const wanted = Object.entries(where).map(([tag, values]) => [tag, [values].flat()] as const);
  const unknown = wanted.flatMap(([tag, values]) =>
    values
      .filter((value) => (value === '*' ? false : !tags.values(tag).includes(value)))
      .map((value) => `${tag}=${value}`),
  );
  if (unknown.length > 0)
    return { nothing: `no document has ${unknown.join(' or ')}; the tags are ${knownTags(tags)}` };
  const tests = wanted.map(([tag, values]) => {
    const valueAt = tags.of(tag);
    return (position: number) => {
      const value = valueAt(position);
      return value !== null && values.some((one) => one === '*' || one === value);
    };
  });
  const documents = allPositions(count).filter((position) => tests.every((test) => test(position)));
  const asked = wanted.map(([tag, values]) => `${tag}=${values.join('|')}`).join(', ');
  if (documents.length === 0 && wanted.length > 0)
    return { nothing: `no document has ${asked}; the tags are ${knownTags(tags)}` };
  if (by === undefined) return { slices: [{ tags: asked, documents }] };
  const valueAt = tags.of(by);
  const byValue = new Map<string, number[]>();
  for (const position of documents) {
    const value = valueAt(position);
    if (value === null) continue;
    const positions = byValue.get(value) ?? [];
    byValue.set(value, positions);
    positions.push(position);
  }
  if (byValue.size === 0)
    return { nothing: `no document has the tag ${by}; the tags are ${knownTags(tags)}` };
  return {
    slices: [...byValue]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([value, positions]) => ({
        tags: [...(asked === '' ? [] : [asked]), `${by}=${value}`].join(', '),
        documents: Int32Array.from(positions),
      })),
  };
}

function knownTags(tags: TagColumns): string {
  return tags.names().join(', ') || 'none';
}
