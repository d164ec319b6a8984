import { type GateMetric, type GateRule, gateMetrics } from '../../model/gate-policy.ts';
import type { ProcessorConfig } from '../../model/processor-config.ts';
import { fieldGlob } from '../../scorers/extraction/field-glob.ts';
import { liesIn } from '../compare/field-changes.ts';
import { fieldList, type ListedField } from '../report/field-list.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { PartScope } from './metric-parts.ts';

/** One subject of a rule before it is measured: whose leaves, of which documents. */
export interface RuleScope {
  readonly name: string;
  readonly part: PartScope;
  readonly items: readonly ScoredItem[];
  /** Right or wrong as a whole, so that McNemar's test applies. */
  readonly whole: boolean;
}

type SlicedRule = Exclude<GateRule, { kind: 'resource' }>;

/** What a rule is about in this run: fields or classes by its globs, slices by its tags; or why it is about nothing. */
export function ruleScopes(
  rule: SlicedRule,
  run: ScoredRun,
): { readonly scopes: readonly RuleScope[]; readonly nothing: string | null } {
  const parts = rule.kind === 'broken' ? { parts: [whole] } : partsOf(rule, run);
  if ('nothing' in parts) return { scopes: [], nothing: parts.nothing };
  const slices = slicesOf(rule, run.items);
  if ('nothing' in slices) return { scopes: [], nothing: slices.nothing };
  const scopes = parts.parts.flatMap((part) =>
    slices.slices.map(({ tags, items }) => ({
      name: nameOf(part.name, tags),
      part: part.part,
      whole: part.whole,
      items,
    })),
  );
  return { scopes, nothing: null };
}

interface NamedPart {
  readonly name: string;
  readonly part: PartScope;
  readonly whole: boolean;
}

const whole: NamedPart = { name: '', part: {}, whole: false };

function nameOf(part: string, tags: string): string {
  if (tags === '') return part;
  return part === '' ? `documents with ${tags}` : `${part} (${tags})`;
}

type Found<Name extends string, T> = { readonly [name in Name]: readonly T[] } | { readonly nothing: string };

function partsOf(
  rule: Extract<SlicedRule, { metric: GateMetric }>,
  run: ScoredRun,
): Found<'parts', NamedPart> {
  const { kind } = run.plan.dataset;
  const known = gateMetrics[kind] as readonly string[];
  if (!known.includes(rule.metric))
    return { nothing: `${rule.metric} is not measured of ${kind}; there are ${known.join(', ')}` };
  const exact = ['document_exact', 'packet_exact', 'accuracy'].includes(rule.metric);
  if (rule.field !== undefined)
    return kind === 'EXTRACT' && !exact
      ? fieldParts(rule.field, run)
      : { nothing: `${rule.metric} of ${kind} has no fields` };
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

/** Leaf fields that the glob matches; a node only by its very name, and then with everything in it. */
function fieldParts(glob: string, run: ScoredRun): Found<'parts', NamedPart> {
  const seen = new Set(
    run.items.flatMap(({ versions }) =>
      versions.flatMap(({ judgement }) =>
        judgement.kind === 'EXTRACT' ? judgement.ledger.leaves.map(({ field }) => field) : [],
      ),
    ),
  );
  const listed = fieldList(run.config, seen);
  const { onlyGold, onlyProcessor, notComparable } = run.leftOut;
  const leftOut = [...onlyGold, ...onlyProcessor, ...notComparable];
  const matches = fieldGlob(glob);
  const found = listed.filter(({ field, isLeaf }) => (isLeaf ? matches(field) : field === glob));
  if (found.length === 0) {
    const names = listed.filter(({ isLeaf }) => isLeaf).map(({ field }) => field);
    return { nothing: `no field matches "${glob}"; there are ${names.join(', ')}` };
  }
  const judged = found.filter(({ field }) => !liesIn(field, leftOut));
  if (judged.length === 0)
    return {
      nothing: `not judged, because not every side has it: ${found.map(({ field }) => field).join(', ')}`,
    };
  return { parts: judged.map((entry) => fieldPart(entry, listed)) };
}

function fieldPart({ field, isLeaf }: ListedField, listed: readonly ListedField[]): NamedPart {
  const inside = isLeaf
    ? []
    : listed
        .filter((other) => other.isLeaf && other.field.startsWith(`${field}.`))
        .map((other) => other.field);
  const inArray = listed.some((other) => other.type === 'array' && field.startsWith(`${other.field}.`));
  return { name: field, part: { fields: new Set([field, ...inside]) }, whole: isLeaf && !inArray };
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
  if (config.type === 'CLASSIFY') return config.classifications.map(({ type }) => type);
  return config.type === 'SPLITTER' ? config.splitClassifications.map(({ type }) => type) : [];
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
    wanted.every(
      ([tag, values]) =>
        Object.hasOwn(tags, tag) && values.some((value) => value === '*' || value === tags[tag]),
    ),
  );
  const asked = wanted.map(([tag, values]) => `${tag}=${values.join('|')}`).join(', ');
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

function knownTags(items: readonly ScoredItem[]): string {
  return (
    [...new Set(items.flatMap(({ recorded }) => Object.keys(recorded.tags)))].sort().join(', ') || 'none'
  );
}
