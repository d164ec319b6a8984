import type { ReconciledChange, ReconciledExplanation } from '../../model/report/sections/reconciliation.ts';
import { type ConventionChange, conventionChanges } from './convention-changes.ts';
import { type Evaluation, evaluate, type RecordedVersion } from './evaluate.ts';
import type { FigureComparison } from './figure-comparison.ts';
import { searchDocuments } from './search-documents.ts';

/** A set of conventions that was tried, and the figures that differ if these conventions apply. */
interface CandidateExplanation {
  readonly changes: readonly ConventionChange[];
  readonly evaluation: Evaluation;
  readonly names: ReadonlySet<string>;
  readonly decimals: number | null;
}

export interface ExplanationSearch {
  readonly base: CandidateExplanation;
  readonly singles: readonly CandidateExplanation[];
  /**
   * Explanations under which no figure differs. If there is none, the explanation with the smallest number of differing
   * figures. Empty if no explanation reduces the number of differing figures.
   */
  readonly explanations: readonly ReconciledExplanation[];
  readonly triedConventions: number;
  readonly triedDocuments: number;
}

/** At most this many documents are evaluated. This limits how many pairs of changes are tried. */
const maxEvaluations = 150_000;
/**
 * Id of the change that compares all texts by similarity. This change is tried late, because alignment by similarity is
 * slow.
 */
const costly = 'all-fuzzy';
/** Number of changed conventions that are tried together with one changed document. */
const changesWithDocument = 20;

/**
 * Searches for the smallest change that makes goldset's figures equal to the service's. Tries, in this order: one
 * convention or one document; two conventions; one convention together with one document. Stops at the first step that
 * explains all differences.
 */
export function searchExplanations(
  version: RecordedVersion,
  baseEvaluation: Evaluation,
  comparison: FigureComparison,
): ExplanationSearch {
  const { config } = version;
  const changes = conventionChanges(baseEvaluation.conventions, config.type);
  const evaluated = (listed: readonly ConventionChange[]): CandidateExplanation => {
    const conventions = Object.assign({}, baseEvaluation.conventions, ...listed.map(({ change }) => change));
    const evaluation = listed.length === 0 ? baseEvaluation : evaluate(version, conventions, baseEvaluation);
    return { changes: listed, evaluation, ...comparison.differing(evaluation) };
  };
  const base = evaluated([]);
  let triedDocuments = 0;
  const withDocument = (candidate: CandidateExplanation): ReconciledExplanation[] => {
    const { found, tried } = searchDocuments(candidate.evaluation, comparison, candidate, config);
    triedDocuments += tried;
    return found.map((change) => explanation(base, [...candidate.changes.map(asChange), change], 0));
  };
  if (base.names.size === 0)
    return { base, singles: [], explanations: [], triedConventions: 1, triedDocuments };
  const singles = changes.filter(({ id }) => id !== costly).map((change) => evaluated([change]));
  const done = (explanations: readonly ReconciledExplanation[], pairs = 0): ExplanationSearch => ({
    base,
    singles,
    explanations,
    triedConventions: 1 + singles.length + pairs,
    triedDocuments,
  });
  const one = [...full(base, singles), ...withDocument(base)];
  if (one.length > 0) return done(one);
  singles.push(...changes.filter(({ id }) => id === costly).map((change) => evaluated([change])));
  const late = full(base, singles);
  if (late.length > 0) return done(late);
  const nearest = [...singles].sort((a, b) => a.names.size - b.names.size);
  // Classification and splitting have few possible changes, so all pairs are tried. Two changes together can have an
  // effect that neither has alone.
  const useful =
    config.type === 'EXTRACT'
      ? nearest.filter((candidate) => changesFigures(candidate, base, comparison))
      : nearest;
  const pairs = pairsOf(useful, singles.length, version.documents.length).map(evaluated);
  const two = full(base, pairs);
  if (two.length > 0) return done(two, pairs.length);
  const mixed = useful.slice(0, changesWithDocument).flatMap(withDocument);
  if (mixed.length > 0) return done(mixed, pairs.length);
  const best = [...singles, ...pairs].reduce(
    (least, candidate) => (candidate.names.size < least.names.size ? candidate : least),
    base,
  );
  const partly = best === base ? [] : [explanation(base, best.changes.map(asChange), best.names.size)];
  return done(partly, pairs.length);
}

/**
 * Returns the candidates under which no figure differs. Merges candidates that differ only in the fuzzy
 * threshold.
 */
function full(
  base: CandidateExplanation,
  candidates: readonly CandidateExplanation[],
): ReconciledExplanation[] {
  const fitting = candidates
    .filter(({ names }) => names.size === 0)
    .map(({ changes }) => changes.map(asChange));
  const groups = Map.groupBy(fitting, (changes) =>
    JSON.stringify(changes.map(({ id, text }) => (id.startsWith(thresholdId) ? thresholdId : [id, text]))),
  );
  return [...groups.values()].map((group) => {
    const [first] = group as [ReconciledChange[]];
    const at = first.findIndex(({ id }) => id.startsWith(thresholdId));
    if (at === -1) return explanation(base, first, 0);
    const values = group.map((changes) => (changes[at] as ReconciledChange).id.slice(thresholdId.length));
    return explanation(base, first.with(at, thresholdChange(values)), 0);
  });
}

const thresholdId = 'fuzzy-threshold-';

function thresholdChange(values: readonly string[]): ReconciledChange {
  const [first] = values;
  const text =
    values.length === 1
      ? `the fields in "fuzzyMatchFields" match at a similarity of at least ${first}`
      : `the fields in "fuzzyMatchFields" match at a similarity of at least ${first} (or any threshold up to ${values.at(-1)})`;
  return { id: thresholdId + values.join('|'), text, candidates: [] };
}

function asChange({ id, text }: ConventionChange): ReconciledChange {
  return { id, text, candidates: [] };
}

function explanation(
  base: CandidateExplanation,
  changes: readonly ReconciledChange[],
  unexplained: number,
): ReconciledExplanation {
  return { changes, explained: Math.max(0, base.names.size - unexplained), unexplained };
}

/**
 * Returns pairs of changes, as many as `maxEvaluations` permits. `useful` has the best changes first, so pairs of good
 * changes come early.
 */
function pairsOf(
  useful: readonly CandidateExplanation[],
  tried: number,
  documents: number,
): (readonly ConventionChange[])[] {
  const most = Math.max(0, Math.floor(maxEvaluations / Math.max(1, documents)) - tried);
  const changes = useful.flatMap((candidate) => candidate.changes);
  const isFuzzy = ({ id }: ConventionChange) => id.startsWith('fuzzy-');
  const pairs = changes.flatMap((one, at) =>
    changes
      .slice(at + 1)
      .filter((other) => !(isFuzzy(one) && isFuzzy(other)))
      .map((other) => [one, other]),
  );
  return pairs.slice(0, most);
}

/**
 * Returns whether a change affects any figure. Compares figures, because a convention can change a figure without
 * changing its sums.
 */
function changesFigures(
  { evaluation }: CandidateExplanation,
  base: CandidateExplanation,
  comparison: FigureComparison,
): boolean {
  const before = base.evaluation;
  return [...comparison.names(evaluation), ...before.sums.keys()].some(
    (name) => comparison.goldsetValue(name, evaluation) !== comparison.goldsetValue(name, before),
  );
}
