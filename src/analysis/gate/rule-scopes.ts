import { type GateMetric, type GateRule, gateMetrics } from '../../model/gate-policy.ts';
import type { ProcessorConfig } from '../../model/processor-config.ts';
import { classesOf } from '../compare/class-changes.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { PartScope } from './metric-parts.ts';
import { breakableFields, ruleFields } from './rule-fields.ts';

/** One subject of a rule before it is measured: whose leaves, of which documents. */
export interface RuleScope {
  readonly name: string;
  readonly part: PartScope;
  readonly items: readonly ScoredItem[];
  /** Right or wrong as a whole, so that McNemar's test applies. */
  readonly whole: boolean;
  /** Why nothing can be measured here. */
  readonly unmeasured?: string;
}

type SlicedRule = Exclude<GateRule, { kind: 'resource' }>;

/** What a rule is about in this run: fields or classes by its globs, slices by its tags; or why it is about nothing. */
export function ruleScopes(
  rule: SlicedRule,
  run: ScoredRun,
  mayLose: readonly string[] = [],
): { readonly scopes: readonly RuleScope[]; readonly nothing: string | null } {
  const parts = rule.kind === 'broken' ? brokenParts(rule.field, run) : partsOf(rule, run, mayLose);
  if ('nothing' in parts) return { scopes: [], nothing: parts.nothing };
  const slices = slicesOf(rule, run.items);
  if ('nothing' in slices) return { scopes: [], nothing: slices.nothing };
  const scopes = parts.parts.flatMap((part) =>
    slices.slices.map(({ tags, items }) => ({ ...part, name: nameOf(part.name, tags), items })),
  );
  return { scopes, nothing: null };
}

type NamedPart = Omit<RuleScope, 'items'>;

const whole: NamedPart = { name: '', part: {}, whole: false };

function nameOf(part: string, tags: string): string {
  if (tags === '') return part;
  return part === '' ? `documents with ${tags}` : `${part} (${tags})`;
}

type Found<Name extends string, T> = { readonly [name in Name]: readonly T[] } | { readonly nothing: string };

/** Breaks are of documents, so a field only chooses among them; it must still be one that can break. */
function brokenParts(field: string | undefined, run: ScoredRun): Found<'parts', NamedPart> {
  if (field === undefined) return { parts: [whole] };
  const { kind } = run.plan.dataset;
  const nothing = kind === 'EXTRACT' ? breakableFields(field, run) : `documents of ${kind} have no fields`;
  return nothing === null ? { parts: [whole] } : { nothing };
}

function partsOf(
  rule: Extract<SlicedRule, { metric: GateMetric }>,
  run: ScoredRun,
  mayLose: readonly string[],
): Found<'parts', NamedPart> {
  const { kind } = run.plan.dataset;
  const known = gateMetrics[kind] as readonly string[];
  if (!known.includes(rule.metric))
    return { nothing: `${rule.metric} is not measured of ${kind}; there are ${known.join(', ')}` };
  const exact = ['document_exact', 'packet_exact', 'accuracy'].includes(rule.metric);
  if (rule.field !== undefined) {
    if (kind !== 'EXTRACT' || exact) return { nothing: `${rule.metric} of ${kind} has no fields` };
    const found = ruleFields(rule.field, run, rule.kind === 'limit' ? mayLose : null);
    return 'nothing' in found ? found : { parts: found.fields };
  }
  const classRate = ['f1', 'precision', 'recall'].includes(rule.metric) && kind !== 'EXTRACT';
  if (rule.class !== undefined)
    return classRate
      ? classParts(rule.class, run)
      : {
          nothing: `${rule.metric} of ${kind} has no classes; f1, precision and recall of CLASSIFY and SPLITTER have`,
        };
  if (classRate) return { nothing: `${rule.metric} of ${kind} is of a class: give class, or "*" for each` };
  return { parts: [{ ...whole, whole: exact }] };
}

function classParts(wanted: string, run: ScoredRun): Found<'parts', NamedPart> {
  const labels = [...new Set([...configured(run.config), ...expectedLabels(run)])];
  const found = wanted === '*' ? labels : labels.filter((label) => label === wanted);
  if (found.length === 0) return { nothing: `there is no class "${wanted}"; there are ${labels.join(', ')}` };
  const judged = found.filter((label) => !run.leftOut.notComparable.includes(label));
  if (judged.length === 0)
    return { nothing: `not judged, because not every side has it: ${found.join(', ')}` };
  return { parts: judged.map((label) => ({ name: `class ${label}`, part: { label }, whole: false })) };
}

function configured(config: ProcessorConfig): string[] {
  return classesOf(config).map(({ type }) => type);
}

function expectedLabels({ items }: ScoredRun): string[] {
  return items.flatMap(({ versions }) => {
    const judgement = versions[0]?.judgement;
    if (judgement?.kind === 'CLASSIFY') return [judgement.answer.expectedLabel];
    return judgement?.kind === 'SPLITTER' ? judgement.split.expected.map(({ type }) => type) : [];
  });
}

function slicesOf(
  { where = {}, by }: SlicedRule,
  all: readonly ScoredItem[],
): Found<'slices', { readonly tags: string; readonly items: readonly ScoredItem[] }> {
  const wanted = Object.entries(where).map(([tag, values]) => [tag, [values].flat()] as const);
  const items = all.filter(({ recorded: { tags } }) =>
    wanted.every(([tag, values]) => values.some((value) => has(tags, tag, value))),
  );
  const unknown = wanted.flatMap(([tag, values]) =>
    values
      .filter((value) => value !== '*' && !all.some(({ recorded }) => has(recorded.tags, tag, value)))
      .map((value) => `${tag}=${value}`),
  );
  const asked = wanted.map(([tag, values]) => `${tag}=${values.join('|')}`).join(', ');
  if (unknown.length > 0)
    return { nothing: `no document has ${unknown.join(' or ')}; the tags are ${knownTags(all)}` };
  if (items.length === 0 && wanted.length > 0)
    return { nothing: `no document has ${asked}; the tags are ${knownTags(all)}` };
  if (by === undefined) return { slices: [{ tags: asked, items }] };
  const values = [
    ...new Set(
      items.flatMap(({ recorded }) => (Object.hasOwn(recorded.tags, by) ? [recorded.tags[by]] : [])),
    ),
  ].sort() as string[];
  if (values.length === 0)
    return { nothing: `no document has the tag ${by}; the tags are ${knownTags(all)}` };
  return {
    slices: values.map((value) => ({
      tags: [...(asked === '' ? [] : [asked]), `${by}=${value}`].join(', '),
      items: items.filter(({ recorded }) => recorded.tags[by] === value),
    })),
  };
}

function has(tags: Readonly<Record<string, string>>, tag: string, value: string): boolean {
  return Object.hasOwn(tags, tag) && (value === '*' || value === tags[tag]);
}

function knownTags(items: readonly ScoredItem[]): string {
  return (
    [...new Set(items.flatMap(({ recorded }) => Object.keys(recorded.tags)))].sort().join(', ') || 'none'
  );
}
