import type { RuleEvidence } from '../../model/gate/gate-evidence.ts';
import type { GateRule } from '../../model/gate/gate-policy.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import { type MetricName, metricNamed, metricsOf } from '../../model/score/metrics.ts';
import type { TagColumns } from '../fold/columns/tag-columns.ts';
import { type FoldedRun, positionsFor, positionsWithGold } from '../fold/folded-run.ts';
import { type EmptyRule, type NamedPart, noNewErrorsReason, ruleFields } from './rule-fields.ts';

/** The leaves and the documents for which a rule checks one figure. */
export interface RuleScope extends NamedPart {
  /** Positions of the documents that the rule checks. */
  readonly documents: Int32Array;
}

type SlicedRule = Exclude<GateRule, { kind: 'resource' }>;

/**
 * Returns the scopes of a rule: one per matching field (or class) and per value of the tag `by`. Without `by`, returns
 * one scope per field (or class). If there are no scopes, returns the reason.
 */
export function ruleScopes(
  rule: SlicedRule,
  run: FoldedRun,
  allowMissing: readonly string[] = [],
): { readonly scopes: readonly RuleScope[] } & Pick<RuleEvidence, 'emptyReason' | 'emptyCode'> {
  const parts =
    rule.kind === 'newlyWrong'
      ? [whole]
      : rule.kind === 'newErrors'
        ? newErrorParts(rule.field, run)
        : partsOf(rule, run, allowMissing);
  if ('emptyReason' in parts) return { scopes: [], ...parts };
  const slices = slicesOf(rule, run);
  if ('emptyReason' in slices) return { scopes: [], ...slices };
  const scopes = parts.flatMap((part) =>
    slices.map(({ tags, documents }) => ({ ...part, name: nameOf(part.name, tags), documents })),
  );
  return { scopes, emptyReason: null };
}

const whole: NamedPart = { name: '', part: {}, whole: false };

function nameOf(part: string, tags: string): string {
  if (tags === '') return part;
  return part === '' ? `documents with ${tags}` : `${part} (${tags})`;
}

/** A list with entries, or the reason why there are none. */
type Found<T> = readonly T[] | EmptyRule;

/** Returns a single part with all leaves of a document, or the reason why `field` cannot have new errors. */
function newErrorParts(field: string | undefined, run: FoldedRun): Found<NamedPart> {
  if (field === undefined) return [whole];
  const { kind } = run.plan.dataset;
  if (kind !== 'EXTRACT') return { emptyReason: `${kind} processors have no fields` };
  return noNewErrorsReason(field, run) ?? [whole];
}

function partsOf(
  rule: Extract<SlicedRule, { metric: MetricName }>,
  run: FoldedRun,
  allowMissing: readonly string[],
): Found<NamedPart> {
  const { kind } = run.plan.dataset;
  const known = metricsOf(kind);
  if (!known.includes(rule.metric))
    return {
      emptyReason: `"${rule.metric}" is not a metric of ${kind} processors; use one of ${known.join(', ')}`,
    };
  const { exactOf, ofClass, ofCitations } = metricNamed(rule.metric);
  const exact = exactOf !== undefined;
  if (ofCitations !== undefined && run.versions.some(({ citations }) => citations === null))
    return {
      emptyReason: `"${rule.metric}" needs the citations, which were not read; use --citations`,
      emptyCode: 'undefined',
    };
  if (rule.field !== undefined) {
    if (kind !== 'EXTRACT' || exact)
      return { emptyReason: `"${rule.metric}" of ${kind} processors has no value per field` };
    return ruleFields(rule.field, run, rule.kind === 'limit' ? allowMissing : null);
  }
  const classRate = ofClass !== undefined && kind !== 'EXTRACT';
  if (rule.class !== undefined)
    return classRate
      ? classParts(rule.class, run)
      : {
          emptyReason: `"${rule.metric}" of ${kind} processors has no value per class; use "f1", "precision" or "recall" with a CLASSIFY or SPLITTER processor`,
        };
  if (classRate)
    return {
      emptyReason: `"${rule.metric}" of ${kind} processors needs a class: add "class" with a name, or with "*" for all classes`,
    };
  return [{ ...whole, whole: exact }];
}

function classParts(name: string, run: FoldedRun): Found<NamedPart> {
  const configured = classesOf(run.config).map(({ type }) => type);
  const labels = [...new Set([...configured, ...run.expectedClasses.keys()])];
  const found = name === '*' ? labels : labels.filter((label) => label === name);
  if (found.length === 0)
    return { emptyReason: `there is no class "${name}"; the classes are ${labels.join(', ')}` };
  const scored = found.filter((label) => !run.excludedFields.notComparable.includes(label));
  if (scored.length === 0)
    return {
      emptyReason: `not scored, because a version lacks these classes: ${found.join(', ')}`,
      emptyCode: 'missing-part',
    };
  return scored.map((label) => ({ name: `class ${label}`, part: { label }, whole: false }));
}

function slicesOf(
  rule: SlicedRule,
  run: FoldedRun,
): Found<{ readonly tags: string; readonly documents: Int32Array }> {
  const { tags } = run;
  const { where = {}, by } = rule;
  const conditions = Object.entries(where).map(([tag, values]) => [tag, [values].flat()] as const);
  const unknown = conditions.flatMap(([tag, values]) =>
    values
      .filter((value) => value !== '*' && !tags.values(tag).includes(value))
      .map((value) => `${tag}=${value}`),
  );
  if (unknown.length > 0)
    return { emptyReason: `no document has ${unknown.join(' or ')}; the tags are ${knownTags(tags)}` };
  const tests = conditions.map(([tag, values]) => {
    const valueAt = tags.of(tag);
    return (position: number) => {
      const value = valueAt(position);
      return value !== null && values.some((one) => one === '*' || one === value);
    };
  });
  const positions = 'metric' in rule ? positionsFor(rule.metric, run) : positionsWithGold(run);
  const documents = positions.filter((position) => tests.every((test) => test(position)));
  const requested = conditions.map(([tag, values]) => `${tag}=${values.join('|')}`).join(', ');
  if (documents.length === 0 && positions.length < run.count)
    return {
      emptyReason: `no document ${requested === '' ? '' : `with ${requested} `}has gold`,
      emptyCode: 'labels-open',
    };
  if (documents.length === 0 && conditions.length > 0)
    return { emptyReason: `no document has ${requested}; the tags are ${knownTags(tags)}` };
  if (by === undefined) return [{ tags: requested, documents }];
  const valueAt = tags.of(by);
  const slices = tags.values(by).map((value) => ({
    tags: [...(requested === '' ? [] : [requested]), `${by}=${value}`].join(', '),
    documents: documents.filter((position) => valueAt(position) === value),
  }));
  const found = slices.filter((slice) => slice.documents.length > 0);
  return found.length === 0
    ? { emptyReason: `no document has the tag ${by}; the tags are ${knownTags(tags)}` }
    : found;
}

function knownTags(tags: TagColumns): string {
  return tags.names().join(', ') || 'none';
}
