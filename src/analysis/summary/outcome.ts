import { invariant } from '../../base/goldset-error.ts';
import { triesText } from '../../model/record/tries.ts';
import {
  type OutcomeState,
  type SummaryOutcome,
  statesWithoutVerdict,
  type Tone,
} from '../../model/report/summary.ts';
import { hasImproved, type OutcomeFacts, type OutcomeTexts } from './outcome-facts.ts';
import {
  betterTexts,
  dependsOnLabelsTexts,
  equalTexts,
  identicalTexts,
  notEnoughTexts,
  worseTexts,
} from './outcomes-of-comparison.ts';
import {
  gateFailedTexts,
  gateInconclusiveTexts,
  lacksOnlySecondVersion,
  rulesText,
} from './outcomes-of-gate.ts';
import {
  noGoldTexts,
  notComparableTexts,
  notComparedTexts,
  nothingRightTexts,
  selectedTexts,
  singleVersionTexts,
  unfinishedTexts,
  unusableTexts,
} from './outcomes-without-verdict.ts';

interface OutcomeRule {
  readonly state: OutcomeState;
  readonly sign: string;
  readonly tone: Tone;
  readonly applies: (facts: OutcomeFacts) => boolean;
  readonly texts: (facts: OutcomeFacts) => OutcomeTexts;
}

/** The rules for a verdict, in the order in which they are tried. The first rule that applies decides. */
const outcomeRules: readonly OutcomeRule[] = [
  {
    state: 'unfinished',
    sign: '◔',
    tone: 'neutral',
    applies: ({ unfinished }) => unfinished !== null,
    texts: unfinishedTexts,
  },
  {
    state: 'unusable',
    sign: '✗',
    tone: 'stop',
    applies: ({ failures }) => failures !== null,
    texts: unusableTexts,
  },
  {
    state: 'nothingRight',
    sign: '✗',
    tone: 'stop',
    // If the versions have no field in common, no value is scored. The gold can still fit both schemas.
    applies: ({ subset, labelled, rightValues, unknownGold, notCompared }) =>
      subset === null &&
      labelled > 0 &&
      (rightValues === 0 || (rightValues === null && unknownGold.length > 0 && notCompared.length === 0)),
    texts: nothingRightTexts,
  },
  {
    state: 'notComparable',
    sign: '◇',
    tone: 'inconclusive',
    applies: ({ subset, labelled, headline }) =>
      subset === null &&
      labelled > 0 &&
      headline.length > 0 &&
      headline.every(({ difference }) => difference.value === null),
    texts: notComparableTexts,
  },
  {
    state: 'selectedPart',
    sign: '◐',
    tone: 'neutral',
    applies: ({ selection }) => selection.chosen !== null,
    texts: selectedTexts,
  },
  {
    state: 'gateFailed',
    sign: '✗',
    tone: 'stop',
    applies: ({ gate }) => gate?.status === 'fail',
    texts: gateFailedTexts,
  },
  {
    state: 'gateInconclusive',
    sign: '◇',
    tone: 'inconclusive',
    applies: (facts) => facts.gate?.status === 'inconclusive' && !lacksOnlySecondVersion(facts),
    texts: gateInconclusiveTexts,
  },
  {
    state: 'singleVersion',
    sign: '●',
    tone: 'neutral',
    applies: ({ labelled, headline }) => labelled > 0 && headline.length === 0,
    texts: singleVersionTexts,
  },
  {
    state: 'identical',
    sign: '=',
    tone: 'neutral',
    applies: ({ recommendation }) => recommendation === 'identical',
    texts: identicalTexts,
  },
  {
    state: 'worse',
    sign: '▼',
    tone: 'worse',
    applies: ({ recommendation }) => recommendation === 'do-not-publish',
    texts: worseTexts,
  },
  {
    state: 'dependsOnLabels',
    sign: '◇',
    tone: 'inconclusive',
    applies: ({ dependsOnLabels }) => dependsOnLabels !== null,
    texts: dependsOnLabelsTexts,
  },
  {
    state: 'better',
    sign: '▲',
    tone: 'better',
    applies: (facts) => facts.recommendation === 'publish' && hasImproved(facts),
    texts: betterTexts,
  },
  {
    state: 'equal',
    sign: '=',
    tone: 'neutral',
    applies: ({ recommendation }) => recommendation === 'publish',
    texts: equalTexts,
  },
  {
    state: 'notEnoughEvidence',
    sign: '◇',
    tone: 'inconclusive',
    applies: ({ labelled }) => labelled > 0,
    texts: notEnoughTexts,
  },
  { state: 'noGold', sign: '○', tone: 'neutral', applies: () => true, texts: noGoldTexts },
];

/**
 * Returns the verdict of a report: the first rule that applies, in the order of `outcomeStates`. Only `better` and
 * `equal` can recommend publishing.
 */
export function decideOutcome(facts: OutcomeFacts): SummaryOutcome {
  const rule = outcomeRules.find(({ applies }) => applies(facts));
  invariant(rule !== undefined, 'the last rule of a verdict always applies');
  const { state, sign, tone } = rule;
  const { sentences, ...texts } = rule.texts(facts);
  return {
    state,
    sign,
    tone,
    publish: false,
    ...texts,
    sentences: [
      ...sentences,
      earlierVerdict(facts, state, texts.headline),
      selectable.includes(state) ? triesText(facts.tries) : null,
    ].filter((text) => text !== null),
    rules: rulesText(facts, state),
  };
}

/**
 * Returns the verdict on two records that were not compared, because their items, gold or scoring options differ.
 * Changed labels and gate rules have no effect on this verdict.
 */
export function notComparedOutcome(reason: string): SummaryOutcome {
  const rule = outcomeRules.find(({ state }) => state === 'notComparable');
  invariant(rule !== undefined, 'there is a rule for versions that cannot be compared');
  const { state, sign, tone } = rule;
  return { state, sign, tone, publish: false, ...notComparedTexts(reason), rules: 'No rules set' };
}

/** States in which a user can select the config of the candidate, because no verdict advises against it. */
const selectable: readonly OutcomeState[] = [
  'gateInconclusive',
  'singleVersion',
  'dependsOnLabels',
  'better',
  'equal',
  'notEnoughEvidence',
];

/**
 * Returns the verdict under the gold at the time of the run. Returns `null` if no label changed since, or if there is
 * no verdict.
 */
function earlierVerdict(
  { headlineBefore }: OutcomeFacts,
  state: OutcomeState,
  headline: string,
): string | null {
  if (headlineBefore === null || statesWithoutVerdict.includes(state)) return null;
  return headlineBefore === headline
    ? 'With the gold of the run, the verdict was the same.'
    : `With the gold of the run, the verdict was "${headlineBefore}".`;
}
