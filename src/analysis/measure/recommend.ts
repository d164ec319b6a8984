import { percent, points, pValue } from '../../base/phrases.ts';
import type { ReportVerdict } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { isPrimary } from './paired-question.ts';
import { type StatisticsSettings, testLevel } from './settings.ts';

export interface RecommendationInput {
  /** Comparisons of fully right documents and of the headline rate. */
  readonly headline: readonly PairedComparison[];
  /** Comparisons of fields or classes, which are tested together. */
  readonly parts: readonly PairedComparison[];
  /** Number of compared values if both versions have equal outputs; otherwise `null` or not set. */
  readonly unchanged?: number | null;
  readonly settings: StatisticsSettings;
}

/**
 * What the figures recommend and why. `decideOutcome` derives the headline and the sentences of the first page from
 * this recommendation.
 */
export type Recommended = Omit<ReportVerdict, 'sentence'>;

/**
 * Returns the recommendation with its reasons. The first rule that applies decides:
 * - Both versions have equal outputs: `identical`.
 * - A headline metric, field or class regressed: do not publish.
 * - A headline metric improved, or the intervals of all headline metrics are at or above -margin: publish.
 * - Otherwise: not enough evidence.
 */
export function recommend(input: RecommendationInput): Recommended {
  const { headline, parts, settings, unchanged } = input;
  if (unchanged)
    return {
      recommendation: 'identical',
      reasons: ['Equal outputs show nothing about other documents.'],
    };
  const worse = [...headline, ...parts].filter((entry) => entry.verdict === 'regressed');
  const improved = headline.some((entry) => entry.verdict === 'improved');
  const safe =
    headline.length > 0 &&
    headline.every((entry) => (entry.difference.interval?.low ?? -1) >= -settings.margin);
  return {
    recommendation:
      worse.length > 0 ? 'do-not-publish' : improved || safe ? 'publish' : 'not-enough-evidence',
    reasons: [
      ruleText(input),
      ...(worse.length > 0 ? worse : headline).map(reasonOf),
      ...notedReasons(input),
    ],
  };
}

function ruleText({ settings, headline, parts }: RecommendationInput): string {
  const { primary } = settings;
  const isCompared = [...headline, ...parts].some((entry) => entry.p !== null && isPrimary(entry, primary));
  const weights =
    primary === undefined
      ? ''
      : isCompared
        ? ` The primary comparison (${metricNames[primary] ?? primary}), declared before the run, gets half of the allowed probability of a false alarm.`
        : ` The primary comparison (${primary}) was not made, so all comparisons have equal weight.`;
  const margin = (settings.margin * 100).toFixed(1);
  return `Rule: do not publish if a headline metric, field or class regressed. Otherwise, publish if a headline metric improved, or if no headline interval goes below −${margin} points. Otherwise, there is not enough evidence. Regressed means that the difference is below 0 and the adjusted p is at most ${levelText(settings)}. One joint test (sign flips of whole ${settings.clusterBy === undefined ? 'documents' : `clusters of ${settings.clusterBy}`}) adjusts the p-values of all headline metrics and fields or classes together.${weights}`;
}

/** Returns the significance level as a text: `0.05`, or `0.01 (0.05 divided by the 5 planned comparisons)`. */
export function levelText(settings: Pick<StatisticsSettings, 'confidence' | 'looks'>): string {
  const { confidence, looks } = settings;
  const whole = (1 - confidence).toFixed(2);
  return looks === 1
    ? whole
    : `${Number(testLevel(settings).toPrecision(3))} (${whole} divided by the ${looks} planned comparisons)`;
}

/**
 * Returns sentences about fields or classes that did not regress but have a notable difference between the versions. A
 * difference is notable if it is significant when tested alone, or if its p-value is close to the significance level.
 */
function notedReasons({ parts }: RecommendationInput): string[] {
  return parts
    .filter(
      ({ verdict, notes = [] }) =>
        verdict !== 'regressed' && notes.some((note) => /^(significant|close)/.test(note)),
    )
    .map(reasonOf);
}

function reasonOf(entry: PairedComparison): string {
  const { adjustedP, jointInterval, notes = [] } = entry;
  const p = adjustedP === null ? '' : `, adjusted p ${pValue(adjustedP)}`;
  const joint =
    jointInterval === undefined
      ? ''
      : `, joint interval ${points(jointInterval.low)} to ${points(jointInterval.high)}`;
  const further = notes.map((note) => `; ${note}`).join('');
  return `${nameOf(entry)}: ${entry.verdict}, ${movement(entry)}, n = ${entry.difference.n}${p}${joint}${further}`;
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
  return metricNames[entry.metric] ?? entry.metric;
}
