import { getOrCreate } from '../../base/collections.ts';
import type { PlannedQuestion, SampleSizeSection } from '../../model/report/sections/sample-size-section.ts';
import { wilsonInterval } from '../../stats/intervals/share-interval.ts';
import { JointPower } from '../../stats/power/joint-power.ts';
import type { QuestionDesign } from '../../stats/power/question-design.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { withPairedSeries } from '../measure/compare-paired.ts';
import {
  independentDesign,
  type ObservedDesign,
  observedDesign,
  withFieldMovement,
} from '../measure/observed-design.ts';
import { isPrimary, type PairedQuestion } from '../measure/paired-question.ts';
import { type StatisticsSettings, testLevel } from '../measure/settings.ts';
import { adviceOf } from './advice.ts';
import { repeatPersistence } from './repeat-persistence.ts';

export interface SampleSizeOptions {
  /** Smallest differences to detect, as shares: .03 is three points. */
  readonly effects?: readonly number[];
  readonly power?: number;
}

/** Differences, as shares, for which the sample-size curve shows the number of documents. */
const curveEffects = [0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02] as const;

/** Metrics and fields that a plan covers and that are tested together. Reports show the label of each. */
export interface PlannedQuestions {
  readonly headline: readonly LabelledQuestion[];
  readonly parts: readonly LabelledQuestion[];
}

export interface LabelledQuestion {
  readonly label: string;
  readonly question: PairedQuestion;
}

/** A planned test with the quantities that determine its statistical power. */
interface DesignedQuestion extends ObservedDesign {
  readonly about: LabelledQuestion;
}

/**
 * Estimates how many documents a comparison needs to detect differences with the given power. The rows are fully right
 * documents, the headline rate, and each field or class. All rows are tested together, so each row is tested at its
 * significance level in the joint test (`JointPower`). Omits rows without documents. Returns `null` if no row remains.
 *
 * The share of discordant documents comes from the first and the last version of the record. A record with one version
 * of rate p gives 2 p (1 - p), as if the errors of two versions were independent. With clusters, the estimate counts
 * clusters, and `documents` is their number x the mean cluster size.
 */
export function sampleSizeSection(
  run: FoldedRun,
  questions: PlannedQuestions,
  { effects = [0.03, 0.05], power = 0.8 }: SampleSizeOptions,
  settings: StatisticsSettings,
): SampleSizeSection | null {
  const isPair = run.versions.length > 1;
  const designed = designs(questions, isPair, settings);
  if (designed.length === 0) return null;
  const { confidence, looks, clusterBy } = settings;
  const testConfidence = 1 - testLevel(settings);
  const labelled = run.count - run.withoutGold.length;
  const observedUnits = Math.max(...designed.map(({ units }) => units));
  const clusterSize = settings.clusters === undefined ? 1 : labelled / observedUnits;
  const primary = designed.findIndex(({ about }) => isPrimary(about.question, settings.primary));
  const others = designed.length - 1;
  const family = designed.map(({ design, units }, k) => ({
    ...design,
    share: units / observedUnits,
    // The primary test has as much weight as all others together. The mean weight is 1.
    weight:
      primary < 0 || others === 0 ? 1 : k === primary ? designed.length / 2 : designed.length / (2 * others),
  }));
  const { rows, curve, advice } = plan({
    questions: designed.map((question, k) => {
      const { about, units, differing } = question;
      const { metric, scope } = about.question;
      const design = family[k] as QuestionDesign;
      const widest = atUpperEnd(question, design, isPair, confidence);
      const isHeadline = questions.headline.includes(about);
      return { scope, metric, label: about.label, isHeadline, units, differing, design, widest };
    }),
    isPair,
    effects,
    power,
    confidence: testConfidence,
    clusterSize,
    persistence: repeatPersistence(run),
  });
  return {
    effects,
    power,
    confidence,
    looks,
    basis: isPair ? 'observed' : 'assumed',
    documents: labelled,
    clusters: clusterBy === undefined ? null : { by: clusterBy, count: observedUnits, size: clusterSize },
    rows,
    curve,
    advice,
  };
}

/** All numbers and labels on which the result of a plan depends. */
interface PlanRequest {
  readonly questions: readonly (Pick<PlannedQuestion, 'scope' | 'metric' | 'label'> & {
    readonly isHeadline: boolean;
    readonly units: number;
    readonly differing: number;
    readonly design: QuestionDesign;
    /** Like `design`, but with the largest plausible share of discordant documents (upper end of its interval). */
    readonly widest: QuestionDesign;
  })[];
  readonly isPair: boolean;
  readonly effects: readonly number[];
  readonly power: number;
  readonly confidence: number;
  readonly clusterSize: number;
  readonly persistence: number | null;
}

type Plan = Pick<SampleSizeSection, 'rows' | 'curve' | 'advice'>;

/**
 * Cache of plans, the oldest first. A key is the JSON text of a `PlanRequest`. One process often reports a record more
 * than once.
 */
const plans = new Map<string, Plan>();
const mostPlans = 20;

function plan(request: PlanRequest): Plan {
  const key = JSON.stringify(request, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  const found = plans.get(key) ?? computePlan(request);
  plans.delete(key);
  plans.set(key, found);
  if (plans.size > mostPlans) plans.delete(plans.keys().next().value as string);
  return found;
}

function computePlan({
  questions,
  isPair,
  effects,
  power,
  confidence,
  clusterSize,
  persistence,
}: PlanRequest): Plan {
  const family = questions.map(({ design }) => design);
  const planner = new Planner(family, { confidence, power });
  const rows = questions.map(
    ({ scope, metric, label, units, differing, design, widest }, k): PlannedQuestion => ({
      scope,
      metric,
      label,
      observedOn: units,
      rate: design.rate,
      discordant:
        design.kind === 'counts'
          ? differing === 0 && isPair
            ? 0
            : design.discordant
          : isPair
            ? differing / units
            : null,
      needed: effects.map((effect) => {
        const needed = planner.needed(k, effect, design);
        const conservative = planner.needed(k, effect, widest);
        return {
          effect,
          power,
          level: needed?.level ?? null,
          documents: documentsOf(needed, clusterSize),
          conservative: documentsOf(conservative, clusterSize),
        };
      }),
    }),
  );
  return {
    rows,
    curve: {
      effects: curveEffects,
      questions: questions.flatMap(({ label, isHeadline, design }, k) =>
        isHeadline
          ? {
              label,
              documents: curveEffects.map((effect) =>
                documentsOf(planner.needed(k, effect, design), clusterSize),
              ),
            }
          : [],
      ),
    },
    advice: adviceOf({
      family,
      rows,
      effect: effects[0] as number,
      power,
      confidence,
      clusterSize,
      persistence,
    }),
  };
}

/** Plans a single test from given rates. By default, `discordant` is 2 rate (1 - rate). */
export function planFromRate(
  design: { readonly rate: number; readonly discordant?: number | undefined },
  {
    effect,
    power,
    confidence,
    looks,
  }: { readonly effect: number; readonly power: number } & Pick<StatisticsSettings, 'confidence' | 'looks'>,
): SampleSizeSection {
  const { rate } = design;
  const discordant = design.discordant ?? 2 * rate * (1 - rate);
  const counts: QuestionDesign = { kind: 'counts', discordant: Math.max(discordant, 1e-6), rate };
  const needed = new Planner([counts], { confidence: 1 - testLevel({ confidence, looks }), power }).needed(
    0,
    effect,
    counts,
  );
  const documents = documentsOf(needed, 1);
  return {
    effects: [effect],
    power,
    confidence,
    looks,
    basis: 'assumed',
    documents: 0,
    clusters: null,
    rows: [
      {
        scope: 'overall',
        metric: 'document_exact',
        label: 'fully right documents',
        observedOn: 0,
        rate,
        discordant,
        needed: [{ effect, power, level: needed?.level ?? null, documents, conservative: documents }],
      },
    ],
    curve: { effects: [], questions: [] },
    advice: [],
  };
}

interface Needed {
  readonly units: number;
  readonly level: number;
}

/** Confidence of the joint test, and the power that a plan must reach. */
interface PlanGoal {
  readonly confidence: number;
  readonly power: number;
}

/** Caches the result per design, because many fields have the same design. */
class Planner {
  readonly #joint: JointPower;
  readonly #power: number;
  readonly #known = new Map<string, Needed | null>();

  constructor(family: readonly QuestionDesign[], { confidence, power }: PlanGoal) {
    this.#joint = new JointPower(family, { confidence });
    this.#power = power;
  }

  needed(k: number, effect: number, design: QuestionDesign): Needed | null {
    return getOrCreate(this.#known, `${effect} ${JSON.stringify(design)}`, () => {
      // A rate can fall by at most its own size. For a larger difference, assume a rate that equals the difference.
      const worse = { ...design, rate: Math.max(effect, design.rate) };
      const units = this.#joint.documents(k, effect, { power: this.#power, design: worse });
      return units === null ? null : { units, level: this.#joint.level(units, k, worse) };
    });
  }
}

function documentsOf(needed: Needed | null, clusterSize: number): number | null {
  return needed === null ? null : Math.ceil(needed.units * clusterSize - 1e-9);
}

function designs(
  { headline, parts }: PlannedQuestions,
  isPair: boolean,
  settings: StatisticsSettings,
): DesignedQuestion[] {
  const designOf = ({ question }: LabelledQuestion) =>
    isPair
      ? withPairedSeries(question, (series) => observedDesign(question, series, settings))
      : independentDesign(question, settings);
  const ofParts = parts.map(designOf);
  const isFields = parts.every(({ question }) => question.scope.startsWith('field:'));
  const ofHeadline = headline.map((about) => {
    const design = designOf(about);
    return design === null || !isFields ? design : withFieldMovement(design, ofParts);
  });
  return [...headline, ...parts].flatMap((about, i) => {
    const design = i < headline.length ? ofHeadline[i] : ofParts[i - headline.length];
    return design == null ? [] : [{ ...design, about }];
  });
}

/**
 * Returns the design with a larger share of discordant documents: the upper end of the confidence interval of this
 * share. A design with `movement` and `spread` does not contain this share. Both numbers are then multiplied by a
 * factor: the upper end of the share of differing units, divided by the observed share.
 */
function atUpperEnd(
  { units, differing }: ObservedDesign,
  design: QuestionDesign,
  isPair: boolean,
  confidence: number,
): QuestionDesign {
  if (design.kind === 'counts') {
    const upper = isPair
      ? (wilsonInterval(differing, units, confidence)?.high ?? 1)
      : upperOfIndependent(Math.round(design.rate * units), units, confidence);
    return { ...design, discordant: Math.max(design.discordant, upper) };
  }
  const differs = Math.max(1, differing);
  const factor = isPair ? ((wilsonInterval(differs, units, confidence)?.high ?? 1) * units) / differs : 1;
  return { ...design, movement: design.movement * factor, spread: design.spread * factor };
}

/** Returns the largest value of 2 p (1 - p) for p in the confidence interval of the rate. */
function upperOfIndependent(right: number, n: number, confidence: number): number {
  const bounds = wilsonInterval(right, n, confidence);
  if (bounds === null) return 0.5;
  const nearest = Math.min(Math.max(0.5, bounds.low), bounds.high);
  return 2 * nearest * (1 - nearest);
}
