import { counted, listed, percent, points } from '../../base/phrases.ts';
import type { ReportVerdict } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { StatisticsSettings } from './settings.ts';

export interface RecommendationInput {
  readonly candidateName: string;
  readonly baselineName: string;
  /** What the whole is judged by: fully right documents and the headline rate. */
  readonly headline: readonly PairedComparison[];
  /** Fields or classes, tested together. */
  readonly parts: readonly PairedComparison[];
  /** `field`, `class`. */
  readonly partWord: string;
  readonly newErrors: number;
  readonly fixed: number;
  readonly changedWrong: number;
  /** Item runs of the candidate without an output, and of the baseline. */
  readonly failures: readonly [baseline: number, candidate: number];
  readonly documents: number;
  /** Of a document, where there were several: what broke or was fixed is told of the first. */
  readonly repeats?: number;
  readonly settings: StatisticsSettings;
}

/**
 * The recommendation and its sentence.
 *
 * Rule: do not publish when any headline metric or any part regressed; publish when no part regressed, the first
 * headline metric improved or no headline interval reaches below -margin; otherwise not enough evidence.
 */
export function recommend(input: RecommendationInput): ReportVerdict {
  const { headline, parts, settings } = input;
  const worse = [...headline, ...parts].filter((entry) => entry.verdict === 'regressed');
  const worseParts = parts.filter((entry) => entry.verdict === 'regressed');
  const better = parts.filter((entry) => entry.verdict === 'improved');
  const improved = headline.some((entry) => entry.verdict === 'improved');
  const safe =
    headline.length > 0 &&
    headline.every((entry) => (entry.difference.interval?.low ?? -1) >= -settings.margin);
  const changes = changesSentence(input);
  const betterText =
    better.length === 0 ? '' : `reads ${better.length} of ${counted(parts.length, input.partWord)} better`;

  if (worse.length > 0) {
    const worst = [...(worseParts.length > 0 ? worseParts : worse)].sort(
      (a, b) => (a.difference.value ?? 0) - (b.difference.value ?? 0),
    )[0] as PairedComparison;
    const others = worse.length > 1 ? ` ${counted(worse.length - 1, 'other metric')} got worse too.` : '';
    const start =
      betterText === ''
        ? `${upper(nameOf(worst))} got worse`
        : `The ${input.candidateName} ${betterText}, but ${nameOf(worst)} got worse`;
    return {
      recommendation: 'do-not-publish',
      sentence: `Do not publish. ${start}: ${movement(worst)}.${others} ${changes}`,
      reasons: [ruleText(settings), ...worse.map(reasonOf)],
    };
  }
  if (improved || safe) {
    const best = headline.find((entry) => entry.verdict === 'improved') ?? (headline[0] as PairedComparison);
    const start = improved
      ? `${upper(nameOf(best))} rose: ${movement(best)}`
      : `Nothing got worse than the margin of ${points(settings.margin).replace('+', '')} points allows: ${nameOf(best)} ${movement(best)}`;
    const also =
      betterText === '' ? '' : ` The ${input.candidateName} ${betterText}; none got worse beyond doubt.`;
    return {
      recommendation: 'publish',
      sentence: `Publish. ${start}.${also} ${changes}`,
      reasons: [ruleText(settings), ...headline.map(reasonOf)],
    };
  }
  const first = headline[0];
  const needed = first ? documentsNeeded(first) : null;
  const settle =
    needed === null
      ? ''
      : ` About ${counted(needed, 'document')} like these, ${counted(needed - (first?.difference.n ?? 0), 'document').split(' ')[0]} more than now, would settle a difference of this size.`;
  const seen = first ? `${upper(nameOf(first))}: ${movement(first)}` : 'Nothing could be compared';
  return {
    recommendation: 'not-enough-evidence',
    sentence: `Not enough evidence. ${seen}. ${changes}${settle}`,
    reasons: [ruleText(settings), ...headline.map(reasonOf)],
  };
}

function ruleText(settings: StatisticsSettings): string {
  const level = `${Math.round(settings.confidence * 100)} %`;
  return `Rule: do not publish if a headline metric or any part regressed (its ${level} interval lies below 0 and its p, adjusted by Holm over headline and parts with half of the error for each, is at most ${(1 - settings.confidence).toFixed(2)}); publish if none did and a headline metric improved, or every headline interval stays above −${(settings.margin * 100).toFixed(1)} points; otherwise there is not enough evidence.`;
}

function reasonOf(entry: PairedComparison): string {
  const p =
    entry.adjustedP === null
      ? ''
      : `, adjusted p ${entry.adjustedP < 0.001 ? 'below 0.001' : entry.adjustedP.toFixed(3)}`;
  return `${nameOf(entry)}: ${entry.verdict}, ${movement(entry)}, n = ${entry.difference.n}${p}`;
}

function movement(entry: PairedComparison): string {
  const { difference, baseline, candidate } = entry;
  const interval = difference.interval;
  const bounds =
    interval === undefined
      ? ''
      : `, ${Math.round(interval.confidence * 100)} % interval ${points(interval.low)} to ${points(interval.high)}`;
  const change = difference.value === null ? '' : ` (${points(difference.value)} points${bounds})`;
  return `${percent(baseline.value)} → ${percent(candidate.value)}${change}`;
}

/** Documents at which a difference of the observed size would be found: the detectable one shrinks as 1 / sqrt(n). */
export function documentsNeeded({ difference, detectable }: PairedComparison): number | null {
  const { value, n } = difference;
  if (value === null || value === 0 || detectable === null) return null;
  const needed = n * (detectable / Math.abs(value)) ** 2;
  return needed > n && needed < 1_000_000 ? Math.ceil(needed / 10) * 10 : null;
}

function changesSentence(input: RecommendationInput): string {
  const failed =
    input.failures[1] === 0 ? '' : ` ${counted(input.failures[1], 'document')} could not be read.`;
  const { newErrors, fixed, changedWrong, repeats = 1 } = input;
  const where = repeats === 1 ? '' : ` in the first of ${repeats} repeats`;
  if (newErrors + fixed + changedWrong === 0) return `No document came out differently${where}.${failed}`;
  const wrong = changedWrong === 0 ? '' : `, ${changedWrong} changed from wrong to wrong`;
  return `${counted(newErrors, 'document')} broke, ${fixed} ${fixed === 1 ? 'was' : 'were'} fixed${wrong}${where}.${failed}`;
}

const metricNames: Readonly<Record<string, string>> = {
  document_exact: 'the share of fully right documents',
  packet_exact: 'the share of fully right packets',
  f1: 'F1 over all fields',
  accuracy: 'accuracy',
  document_f1: 'F1 of the split documents',
};

function nameOf(entry: PairedComparison): string {
  const [kind, name] = entry.scope.split(/:(.*)/s);
  if (kind === 'field' || kind === 'class') return name ?? entry.scope;
  return metricNames[entry.metric] ?? listed([entry.metric]);
}

/** The name at the start of a sentence; a field's own name keeps its letters. */
function upper(text: string): string {
  return Object.values(metricNames).includes(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}
