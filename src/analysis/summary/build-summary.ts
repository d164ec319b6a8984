import { joinList } from '../../base/phrases.ts';
import { completeRerunText, isSubset } from '../../model/record/rerun.ts';
import { chosenParts, selectionText } from '../../model/record/selection.ts';
import { unknownGoldTexts } from '../../model/record/unknown-gold.ts';
import type { BusinessSettings } from '../../model/report/business-settings.ts';
import type { ChangeCounts, ChangedDocument } from '../../model/report/document-state.ts';
import { changesText } from '../../model/report/document-state.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { BusinessSummary, ReportSummary, SummaryHeading } from '../../model/report/summary.ts';
import type { PairedComparison, Recommendation, Verdict } from '../../model/score/comparison.ts';
import { fewDocuments } from '../../model/score/measurement.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { allPositions, endedPositions, type FoldedRun } from '../fold/folded-run.ts';
import { headlines } from '../fold/headline.ts';
import { metricParts } from '../fold/parts.ts';
import { reusedStatement } from '../fold/reused-outputs.ts';
import { progressOf, type RunState } from '../gate/run-progress.ts';
import { measureRatio } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { businessSummary } from './business-summary.ts';
import type { ChangedLabels } from './changed-labels.ts';
import { unitWord } from './clauses.ts';
import { configChanges } from './config-changes.ts';
import { countedCuts } from './cuts.ts';
import { leftOutText } from './left-out.ts';
import { type LookFirstInput, lookFirst } from './look-first.ts';
import { measureWork } from './measure-work.ts';
import { largestGains, largestLosses, type RatedPart, weakestParts, weakestText } from './notable-parts.ts';
import { decideOutcome } from './outcome.ts';
import type { CostFacts, OutcomeFacts, TimeFacts } from './outcome-facts.ts';
import { counted, perHundred } from './plain-figures.ts';
import { type NumberFacts, summaryNumbers } from './summary-numbers.ts';

type ReportParts = Pick<
  ReportModel,
  | 'kind'
  | 'dataset'
  | 'title'
  | 'createdAt'
  | 'versions'
  | 'tiles'
  | 'fields'
  | 'classes'
  | 'packets'
  | 'confidence'
  | 'speed'
  | 'items'
  | 'comparison'
  | 'repeats'
  | 'since'
>;

export interface SummaryInput {
  readonly report: ReportParts;
  readonly run: FoldedRun;
  readonly settings: StatisticsSettings;
  /**
   * Recommendation, regardless of whether the run is incomplete, covers only a selected part or has failed item runs.
   */
  readonly recommendation: Recommendation;
  /** Comparisons of fields or classes. */
  readonly parts: readonly PairedComparison[];
  readonly documentsNeeded: number | null;
  readonly changes: readonly ChangedDocument[];
  readonly changeCounts: ChangeCounts | null;
  /** For each document position: the wrong values of the last version, each with its cause. */
  readonly causes: LookFirstInput['causes'];
  readonly states: readonly RunState[];
  readonly acceptedFailures: number | undefined;
  readonly gate: Verdict | null;
  readonly business: BusinessSettings | undefined;
  /** Target for the share of fully right documents; `null` if no target is set. */
  readonly target: NumberFacts['target'];
  readonly goldChanged: ChangedLabels | null;
  /**
   * Number of changed labels without which the candidate would not be recommended; `null` if the recommendation does
   * not depend on changed labels.
   */
  readonly dependsOnLabels: number | null;
  /** Headline of the verdict under the gold at the time of the run; `null` if no label changed since. */
  readonly headlineBefore: string | null;
  /** Sentences that state the rule and the figures behind the verdict. */
  readonly why: readonly string[];
}

/** In these states, the figures support neither a comparison nor business numbers. */
const withoutComparison = ['unfinished', 'unusable', 'nothingRight', 'notComparable', 'noGold'];
const withoutBusiness = [...withoutComparison, 'selectedPart'];

/** Builds the summary, which is the first page of a report. */
export function buildSummary(input: SummaryInput): ReportSummary {
  const { report, run, parts, business = {}, changes, changeCounts } = input;
  const labelled = run.count - run.withoutGold.length;
  const documents = endedPositions(run);
  const exact = report.tiles[0]?.values ?? [];
  const cost = costOf(report);
  const measured = measureWork({
    run,
    documents,
    settings: input.settings,
    business,
    confidence: report.confidence ?? null,
    exact,
    compared: report.comparison?.headline[0],
    credits: report.versions.map(
      (_, i) => (i === 0 && report.versions.length === 2 ? cost?.before : cost?.after) ?? null,
    ),
  });
  const money =
    input.business === undefined ? null : businessSummary(business, measured.work, measured.lessWrong);
  const rated = ratedParts(report);
  const outcome = decideOutcome(outcomeFacts(input, { labelled, cost, money, rated }));
  const compares = !withoutComparison.includes(outcome.state) && !isSubset(run.plan);
  const hasFigures = labelled > 0;
  const between = outcome.state === 'unfinished' ? ' and ' : ' → ';
  const isCritical = (business.criticalFields ?? []).map(fieldGlobWithin);
  const errors = run.versions.at(-1);
  return {
    heading: headingOf(report, run),
    outcome,
    numbers: hasFigures
      ? summaryNumbers({ ...numberFacts(input, documents), ...measured, exact, between })
      : [],
    notes: [
      ...(labelled > 0 && labelled < fewDocuments
        ? [`Few ${unitWord(report.kind)}s: treat the figures as examples.`]
        : []),
      ...(report.dataset.proposedLabels ?? []).map(({ text }) => text),
      ...[completeRerunText(run.plan), reusedStatement(run)].filter((text) => text !== null),
      ...(report.since === undefined ? [] : [changesText(report.since)]),
    ],
    business: withoutBusiness.includes(outcome.state) ? null : money,
    lookFirst: lookFirst({
      // In an unfinished run, a document that has not run yet would be listed as a document with errors.
      items: hasFigures && outcome.state !== 'unfinished' ? report.items : [],
      changes: run.versions.length === 2 ? changes : null,
      total:
        outcome.state === 'unfinished'
          ? 0
          : (changeCounts?.newErrors ?? (errors === undefined ? 0 : wrongDocumentsOf(exact.at(-1)))),
      lost:
        outcome.state === 'unfinished' || changeCounts === null
          ? 0
          : changeCounts.newErrorsOrLost - changeCounts.newErrors,
      isCritical: (field) => isCritical.some((matches) => matches(field)),
      causes: input.causes,
    }),
    gains: compares ? largestGains(parts) : [],
    losses: compares ? largestLosses(parts) : [],
    weakest: hasFigures && outcome.state !== 'unfinished' ? weakestParts(rated) : [],
    configChanges:
      run.versions.length === 2
        ? configChanges(run.plan.versions[0]?.config, run.plan.versions[1]?.config, partResults(parts))
        : null,
    why: input.why,
  };
}

function headingOf(
  { title, createdAt, versions, kind, repeats = 1 }: ReportParts,
  run: FoldedRun,
): SummaryHeading {
  const names = versions.map(({ name }) => name);
  const [first = '', second] = names;
  return {
    title,
    subject:
      names.length === 2
        ? `${second} against ${first}`
        : `${names.length === 1 ? 'version' : 'versions'} ${joinList(names)}`,
    facts: [
      counted(run.count, unitWord(kind)),
      dateText(createdAt),
      ...(repeats > 1 ? [`up to ${repeats} runs of each`] : []),
    ],
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a date as `22 Nov 2026`, in UTC. */
function dateText(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  return year === undefined ? iso : `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

function outcomeFacts(
  input: SummaryInput,
  derived: {
    readonly labelled: number;
    readonly cost: CostFacts | null;
    readonly money: BusinessSummary | null;
    readonly rated: readonly RatedPart[];
  },
): OutcomeFacts {
  const { report, run, changeCounts, states } = input;
  const { plan } = run;
  const { comparison = null } = report;
  const { labelled, cost, money, rated } = derived;
  const text = selectionText(plan);
  const isChosen = isSubset(plan) || chosenParts.some((name) => plan.selection?.[name] !== undefined);
  const slices = comparison?.slices ?? [];
  return {
    kind: report.kind,
    documents: run.count,
    labelled,
    versions: report.versions.map(({ name }) => name),
    unfinished: progressOf(states),
    leftOut: leftOutText(run),
    failures: failuresOf(input),
    rightValues: rightValuesOf(report),
    unknownGold: unknownGoldTexts(plan.unknownGold ?? []),
    notCompared: (comparison?.notComparable ?? []).map(({ field, reason }) => `${field} (${reason})`),
    restrictions: comparison?.restrictions ?? [],
    subset: plan.rerun?.subset ? plan.rerun : null,
    selection: { chosen: isChosen ? text : null, random: isChosen ? null : text },
    gate: input.gate,
    exact: report.tiles[0]?.values ?? [],
    headline: comparison?.headline ?? [],
    parts: input.parts,
    worseGroups:
      slices.length === 0
        ? null
        : slices
            .filter((slice) => slice.comparison.verdict === 'regressed')
            .map(({ tag, value }) => `${tag} ${value}`),
    recommendation: input.recommendation,
    configDifferences: report.versions.at(-1)?.configDifference.length ?? 0,
    changes:
      changeCounts === null
        ? null
        : {
            newErrors: changeCounts.newErrors,
            newErrorValues: changeCounts.newErrorValues,
            fewerInTotal: changeCounts.newErrorsButFewer,
            newlyWrong: changeCounts.newlyWrong,
            lost: changeCounts.newlyWrong - changeCounts.states.newlyWrong,
          },
    cost,
    time: timeOf(report),
    saving:
      money?.saving == null || money.currency === null ? null : { ...money.saving, currency: money.currency },
    margin: input.settings.margin,
    documentsNeeded: input.documentsNeeded,
    repeats: report.repeats ?? 1,
    weakest: weakestText(rated, labelled < fewDocuments),
    sameAnswers:
      run.outputChanges === null ? null : run.count - run.outputChanges.documentsWith(() => true, 1).length,
    goldChanged: input.goldChanged,
    dependsOnLabels: input.dependsOnLabels,
    headlineBefore: input.headlineBefore,
    tries: plan.tries,
    record: [...new Set(states.map(({ dir }) => dir))].join(' '),
    isRun: plan.target.kind !== 'predictions',
  };
}

/**
 * Returns how many documents have failed item runs, and the most frequent reason. Returns `null` if the share of failed
 * item runs is at most the accepted share.
 */
function failuresOf({ run, states, acceptedFailures }: SummaryInput): OutcomeFacts['failures'] {
  const failed = states.reduce((sum, state) => sum + state.failed, 0);
  const planned = states.reduce((sum, state) => sum + state.planned, 0);
  if (acceptedFailures === undefined || failed === 0 || failed / planned <= acceptedFailures) return null;
  const documents = allPositions(run.count).filter((position) =>
    run.versions.some((version) => version.repeatStates.at(position).includes('failed')),
  ).length;
  const counts = new Map<string, number>();
  for (const { runs } of run.versions)
    for (const [reason, { count }] of runs.failures) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const { dir, target } = states.find((state) => state.failed > 0) ?? { dir: '', target: 'local' };
  return {
    documents,
    reason: first?.[0].replaceAll('_', ' ') ?? null,
    reasonCount: first?.[1] ?? 0,
    hint:
      target === 'predictions'
        ? 'Complete the outputs and import them again.'
        : `Run these again: \`goldset run --only-failed ${dir}\`.`,
  };
}

/** Returns the number of right values of the last version; `null` if nothing was scored. */
function rightValuesOf({ kind, tiles }: ReportParts): number | null {
  const { metric } = headlines[kind];
  const rate = tiles.flatMap(({ values }) => values.at(-1) ?? []).find((value) => value.metric === metric);
  return rate?.value == null ? null : (rate.numerator ?? rate.value);
}

function costOf({ comparison, speed }: ReportParts): CostFacts | null {
  if (comparison) {
    const found = comparison.speed.find(({ baseline }) => baseline.metric === 'credits_mean');
    return found?.candidate.value == null
      ? null
      : { before: found.baseline.value, after: found.candidate.value };
  }
  const credits = speed.at(-1)?.credits;
  return credits?.value == null || credits.n === 0
    ? null
    : { before: null, after: credits.value / credits.n };
}

function timeOf({ comparison, speed }: ReportParts): TimeFacts | null {
  if (comparison) {
    const find = (metric: string) => comparison.speed.find(({ baseline }) => baseline.metric === metric);
    const typical = find('latency_p50');
    if (typical?.candidate.value == null) return null;
    const { value = null, interval } = find('latency_mean')?.difference ?? {};
    return {
      before: typical.baseline.value,
      after: typical.candidate.value,
      difference:
        value === null || interval === undefined ? null : { value, low: interval.low, high: interval.high },
    };
  }
  const typical = speed.at(-1)?.latency[0]?.value;
  return typical == null ? null : { before: null, after: typical, difference: null };
}

function ratedParts({ fields, classes }: ReportParts): RatedPart[] {
  if (classes === null)
    return fields
      .filter(({ isLeaf }) => isLeaf)
      .map(({ field, f1, counts }) => {
        const { correct = 0, incorrect = 0, missing = 0, spurious = 0 } = counts.at(-1) ?? {};
        return {
          name: field,
          rate: f1.at(-1),
          right: correct,
          of: correct + incorrect + missing + spurious,
        };
      });
  return classes.perClass.map(({ label, f1, precision, recall }) => {
    const { numerator: right = 0, denominator: expected = 0 } = recall.at(-1) ?? {};
    const predicted = precision.at(-1)?.denominator ?? 0;
    return { name: label, rate: f1.at(-1), right, of: expected + predicted - right };
  });
}

function partResults(parts: readonly PairedComparison[]): Map<string, string> {
  return new Map(
    parts.flatMap(({ scope, baseline, candidate }) =>
      baseline.value === null || candidate.value === null
        ? []
        : [
            [
              scope.replace(/^(?:field|class):/, ''),
              `${perHundred(baseline.value)} → ${perHundred(candidate.value)}`,
            ],
          ],
    ),
  );
}

function wrongDocumentsOf(exact: NumberFacts['exact'][number] | undefined): number {
  return exact?.denominator === undefined ? 0 : Math.ceil(exact.denominator - (exact.numerator ?? 0));
}

function numberFacts(
  { report, run, settings, business = {}, target }: SummaryInput,
  documents: Int32Array,
): Omit<NumberFacts, 'work' | 'valuesPerDocument' | 'exact' | 'between'> {
  const { kind } = report;
  const sample = { documents, settings };
  const withoutGold = new Set(run.withoutGold);
  const labelled = documents.filter((position) => !withoutGold.has(position)).length;
  return {
    kind,
    labelled,
    recall:
      kind === 'EXTRACT'
        ? run.versions.map((version) =>
            measureRatio('recall', 'overall', sample, metricParts('recall', {}, version)),
          )
        : [],
    cuts: kind === 'SPLITTER' ? countedCuts(run, sample) : [],
    review: business.review ?? 'all',
    target,
    trivial: trivialOf(report, run),
  };
}

const trivialNames: Readonly<Record<string, string>> = {
  'everything merged': 'making no cut',
  'every page alone': 'a cut at every page',
  'every boundary one page late': 'each cut one page late',
};

/** Returns the best answer that needs no processor: the most frequent class, or the best simple way to cut packets. */
function trivialOf({ kind, packets }: ReportParts, run: FoldedRun): NumberFacts['trivial'] {
  if (kind === 'CLASSIFY') {
    const counts = [...run.expectedClasses].sort(([, a], [, b]) => b - a);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const [first] = counts;
    return first === undefined || total === 0
      ? null
      : { name: `always answering ${first[0]}`, share: first[1] / total };
  }
  const exact = packets?.metrics.find(({ metric }) => metric === 'packet_exact');
  const rated = (exact?.trivial ?? []).flatMap(({ value }, i) => {
    const name = packets?.trivialNames[i];
    return value === null || name === undefined ? [] : { name: trivialNames[name] ?? name, share: value };
  });
  return rated.sort((a, b) => b.share - a.share)[0] ?? null;
}
