import type { AnsweredDocument } from '../metrics/confidence/automation-table.ts';
import { type ConfidenceSource, confidenceSources } from '../model/confidence-section.ts';
import type { LeafOutcome } from '../model/ledger.ts';
import { confidenceLookup, confidenceOrNull, sourcesIn } from './read-confidences.ts';
import type { ScoredRun, ScoredVersion } from './scored-run.ts';

/** The answers of one document in one scope. */
interface ScopeAnswers {
  readonly confidence: number[];
  readonly correct: number[];
  withoutConfidence: number;
  right: boolean;
}

/** Documents of a version by scope: `overall`, `field:total`, `class:invoice`. */
export type DocumentsByScope = ReadonlyMap<string, readonly AnsweredDocument[]>;

/**
 * Every answer of a version with its confidence. An answer is a value given: right when it is correct, wrong when it is
 * incorrect or spurious; a missing value is no answer, but makes its document wrong. Documents without a judgement are
 * left out; one without an output has no answer and cannot be accepted.
 */
export function confidentDocuments(
  run: ScoredRun,
  version: number,
  source: ConfidenceSource,
): DocumentsByScope {
  const byScope = new Map<string, ScopeAnswers[]>([['overall', []]]);
  const add = (scope: string, part: ScopeAnswers) => {
    const list = byScope.get(scope);
    if (list === undefined) byScope.set(scope, [part]);
    else list.push(part);
  };
  for (const item of run.items) {
    const scored = item.versions[version];
    if (scored === undefined) continue;
    for (const [scope, part] of scopesOf(scored, source)) add(scope, part);
  }
  return new Map(
    [...byScope].map(([scope, parts]) => [
      scope,
      parts.map(({ confidence, correct, withoutConfidence, right }) => ({
        answers: { confidence, correct },
        withoutConfidence,
        right,
      })),
    ]),
  );
}

function scopesOf(scored: ScoredVersion, source: ConfidenceSource): Map<string, ScopeAnswers> {
  const { judgement, row } = scored;
  const parts = new Map<string, ScopeAnswers>();
  if (judgement.kind === 'CLASSIFY') {
    const { correct, confidence, predictedLabel } = judgement.answer;
    if (correct === null) return parts;
    const part = blank();
    part.right = correct;
    if (predictedLabel !== null) addAnswer(part, confidenceOrNull(confidence), correct);
    parts.set('overall', part);
    if (predictedLabel !== null) parts.set(`class:${predictedLabel}`, part);
  } else if (judgement.kind === 'EXTRACT' && judgement.ledger.exact !== null) {
    const lookup = confidenceLookup(scored.state === 'scored' ? row?.output : null, source);
    const overall = blank();
    overall.right = judgement.ledger.exact;
    parts.set('overall', overall);
    for (const leaf of judgement.ledger.leaves) addLeaf(parts, overall, leaf, lookup);
  }
  return parts;
}

function addLeaf(
  parts: Map<string, ScopeAnswers>,
  overall: ScopeAnswers,
  leaf: LeafOutcome,
  lookup: (path: string) => number | null,
): void {
  const { outcome, field } = leaf;
  if (outcome === 'absent' || outcome === 'excluded' || outcome === 'unscored') return;
  const scope = `field:${field}`;
  const part = parts.get(scope) ?? blank();
  parts.set(scope, part);
  if (outcome !== 'correct') part.right = false;
  if (outcome === 'missing') return;
  const confidence = lookup(leaf.predictedPath ?? leaf.path);
  addAnswer(part, confidence, outcome === 'correct');
  addAnswer(overall, confidence, outcome === 'correct');
}

function blank(): ScopeAnswers {
  return { confidence: [], correct: [], withoutConfidence: 0, right: true };
}

function addAnswer(part: ScopeAnswers, confidence: number | null, right: boolean): void {
  if (confidence === null) part.withoutConfidence++;
  else {
    part.confidence.push(confidence);
    part.correct.push(right ? 1 : 0);
  }
}

/** The sources that the outputs of each version have. */
export function sourcesByVersion(run: ScoredRun): ConfidenceSource[][] {
  return run.versions.map((version) => {
    const found = new Set<ConfidenceSource>();
    for (const { versions } of run.items) {
      const scored = versions[version];
      if (scored?.state !== 'scored') continue;
      const { judgement, row } = scored;
      if (judgement.kind === 'EXTRACT') for (const source of sourcesIn(row?.output)) found.add(source);
      else if (judgement.kind === 'CLASSIFY' && confidenceOrNull(judgement.answer.confidence) !== null)
        found.add('confidence');
    }
    return confidenceSources.filter((source) => found.has(source));
  });
}
