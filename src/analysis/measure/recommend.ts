import { invariant } from '../../base/goldset-error.ts';
import { capitalise, percent, pluralise, points, pValue } from '../../base/phrases.ts';
import type { ChangeCounts } from '../../model/report/document-state.ts';
import type { ReportVerdict } from '../../model/report/report-model.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { changesText } from './changes-text.ts';
import { isPrimary } from './paired-question.ts';
import { type StatisticsSettings, testLevel } from './settings.ts';

export interface RecommendationInput {
  readonly candidateName: string;
  /** Comparisons of fully right documents and of the headline rate. */
  readonly headline: readonly PairedComparison[];
  /** Comparisons of fields or classes, which are tested together. */
  readonly parts: readonly PairedComparison[];
  readonly partWord: 'field' | 'class';
  /** Number of documents by state, in the first repeat; `null` unless there are two versions. */
  readonly changes: ChangeCounts | null;
  /** Number of documents for which the candidate has no output. */
  readonly failures: number;
  /** Number of compared values if both versions have equal outputs; otherwise `null` or absent. */
  readonly unchanged?: number | null;
  readonly repeats?: number;
  /**
   * Number of documents that are needed to find the observed difference of the first headline metric; `null` if no
   * number of documents helps.
   */
  readonly documentsNeeded?: number | null;
  readonly settings: StatisticsSettings;
}

/** The first sentence of the verdict of a complete comparison, by recommendation. */
const advice = {
  publish: 'Publish. ',
  'do-not-publish': 'Do not publish. ',
  'not-enough-evidence': 'Not enough evidence. ',
} as const;

/** Returns the sentence of a verdict without the advice at its beginning. The verdict must come from `recommend`. */
export function withoutAdvice({ recommendation, sentence }: ReportVerdict): string {
  const first = recommendation in advice ? advice[recommendation as keyof typeof advice] : '';
  invariant(sentence.startsWith(first), `no advice in: ${sentence}`);
  return sentence.slice(first.length);
}

/**
 * Returns the recommendation with its sentence. The first rule that applies decides:
 * - Both versions have equal outputs: `identical`.
 * - A headline metric, field or class regressed: do not publish.
 * - A headline metric improved, or all headline intervals are at or above -margin: publish.
 * - Otherwise: not enough evidence.
 */
export function recommend(input: RecommendationInput): ReportVerdict {
  const { headline, parts, settings, unchanged } = input;
  if (unchanged)
    return {
      recommendation: 'identical',
      sentence: `No difference: both versions gave the same answers. 0 of ${pluralise(unchanged, 'compared value')} changed.${failedText(input)}`,
      reasons: ['Equal outputs show nothing about other documents.'],
    };
  const worse = [...headline, ...parts].filter((entry) => entry.verdict === 'regressed');
  const worseParts = parts.filter((entry) => entry.verdict === 'regressed');
  const better = parts.filter((entry) => entry.verdict === 'improved');
  const improved = headline.some((entry) => entry.verdict === 'improved');
  const safe =
    headline.length > 0 &&
    headline.every((entry) => (entry.difference.interval?.low ?? -1) >= -settings.margin);
  const changes = changesSentence(input);
  const betterText =
    better.length === 0 ? '' : `improves ${better.length} of ${pluralise(parts.length, input.partWord)}`;

  if (worse.length > 0) {
    const worst = [...(worseParts.length > 0 ? worseParts : worse)].sort(
      (a, b) => (a.difference.value ?? 0) - (b.difference.value ?? 0),
    )[0] as PairedComparison;
    const others = worse.length > 1 ? ` ${pluralise(worse.length - 1, 'other metric')} also regressed.` : '';
    const start =
      betterText === ''
        ? `${upper(nameOf(worst))} regressed`
        : `Version ${input.candidateName} ${betterText}, but ${nameOf(worst)} regressed`;
    return {
      recommendation: 'do-not-publish',
      sentence: `${advice['do-not-publish']}${start}: ${movement(worst)}.${others} ${changes}`,
      reasons: [ruleText(input), ...worse.map(reasonOf), ...notedReasons(input)],
    };
  }
  if (improved || safe) {
    const best = headline.find((entry) => entry.verdict === 'improved') ?? (headline[0] as PairedComparison);
    const start = improved
      ? `${upper(nameOf(best))} rose: ${movement(best)}`
      : `Nothing regressed beyond the margin of ${points(settings.margin).replace('+', '')} points: ${nameOf(best)} ${movement(best)}`;
    const also =
      betterText === '' ? '' : ` Version ${input.candidateName} ${betterText}, and none regressed.`;
    return {
      recommendation: 'publish',
      sentence: `${advice.publish}${start}.${also} ${changes}`,
      reasons: [ruleText(input), ...headline.map(reasonOf), ...notedReasons(input)],
    };
  }
  const first = headline[0];
  const needed = input.documentsNeeded ?? null;
  const documentsText =
    needed === null
      ? ''
      : ` A difference of this size needs about ${pluralise(needed, 'document')} like these, ${pluralise(needed - (first?.difference.n ?? 0), 'document').split(' ')[0]} more than now.`;
  const seen = first ? `${upper(nameOf(first))}: ${movement(first)}` : 'Nothing could be compared';
  return {
    recommendation: 'not-enough-evidence',
    sentence: `${advice['not-enough-evidence']}${seen}. ${changes}${documentsText}`,
    reasons: [ruleText(input), ...headline.map(reasonOf), ...notedReasons(input)],
  };
}

function ruleText({ settings, headline, parts }: RecommendationInput): string {
  const { primary } = settings;
  const isCompared = [...headline, ...parts].some((entry) => entry.p !== null && isPrimary(entry, primary));
  const weights =
    primary === undefined
      ? ''
      : isCompared
        ? ` The primary comparison (${metricNames[primary] ?? primary}), declared before the run, gets half of the error probability.`
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
 * Returns sentences about fields or classes that did not regress but have a notable result: a difference that is
 * significant if tested alone, or a p-value close to the significance level.
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

function failedText({ failures }: RecommendationInput): string {
  return failures === 0 ? '' : ` ${pluralise(failures, 'document')} could not be read.`;
}

function changesSentence(input: RecommendationInput): string {
  const { changes, repeats = 1 } = input;
  const scope = repeats === 1 ? '' : ` in the first of ${repeats} repeats`;
  return `${changes === null ? 'No document changed' : changesText(changes)}${scope}.${failedText(input)}`;
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

/** Capitalises a label at the start of a sentence. Does not change names of fields and classes. */
function upper(text: string): string {
  return Object.values(metricNames).includes(text) ? capitalise(text) : text;
}
