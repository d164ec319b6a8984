import { capitalise, truncateList } from '../../base/phrases.ts';
import {
  burdenOf,
  burdenText,
  costAndTime,
  costRatio,
  gainClause,
  goldClauses,
  groupClause,
  hundredths,
  isCheaper,
  lossSentence,
  newErrorsClause,
  notComparedClause,
  partName,
  qualityClause,
  sentence,
  unitWord,
} from './clauses.ts';
import { scopeName } from './notable-parts.ts';
import { lossesOf, type OutcomeFacts, type OutcomeTexts } from './outcome-facts.ts';
import { ruleResult } from './outcomes-of-gate.ts';
import { counted, roughly, timesText, versionPhrase } from './plain-figures.ts';

export function identicalTexts(facts: OutcomeFacts): OutcomeTexts {
  const { configDifferences, documents, kind, versions } = facts;
  const unit = unitWord(kind);
  return {
    headline: 'No difference: both gave the same answers',
    sentences: [
      `${documents === 1 ? `The ${unit}, every value.` : `All ${counted(documents, unit)}, every value.`}`,
      configDifferences === 0
        ? 'The configurations are identical.'
        : `The configurations differ in ${counted(configDifferences, 'place')} that had no effect.`,
      costAndTime(facts),
      randomSample(facts),
      ...goldClauses(facts),
      ruleResult(facts),
    ],
    nextStep: isCheaper(facts.cost)
      ? `Use the cheaper one: ${versionPhrase(versions[1] ?? '')} gives the same answers for less.`
      : `Keep ${versionPhrase(versions[0] ?? '')}, or change more in the configuration.`,
  };
}

export function worseTexts(facts: OutcomeFacts): OutcomeTexts {
  const { kind, parts } = facts;
  const losses = lossesOf(facts);
  const [worst] = losses;
  const more = losses.slice(1).map(({ scope }) => scopeName(scope));
  const quality = qualityClause(facts);
  return {
    headline: 'Worse: do not publish',
    sentences: [
      worst === undefined ? null : lossSentence(worst, kind),
      more.length === 0 ? null : `Also worse: ${truncateList(more, 3)}.`,
      gainClause(
        parts.filter(({ verdict }) => verdict === 'improved'),
        kind,
      ),
      quality === null ? null : sentence(quality),
      costAndTime(facts),
      newErrorsClause(facts.changes, kind),
      groupClause(facts.worseGroups),
      randomSample(facts),
      ...goldClauses(facts),
    ],
    nextStep: 'Look at the documents with new errors, correct the configuration and run again.',
  };
}

/** Returns the sentences for a version that may be published: on quality, cost, new errors, groups and gold. */
export function comparedSentences(facts: OutcomeFacts): (string | null)[] {
  const quality = qualityClause(facts);
  return [
    quality === null ? null : sentence(quality),
    costAndTime(facts),
    newErrorsClause(facts.changes, facts.kind),
    groupClause(facts.worseGroups),
    notComparedClause(facts.notCompared),
    randomSample(facts),
    ...goldClauses(facts),
  ];
}

export function betterTexts(facts: OutcomeFacts): OutcomeTexts {
  const { changes, saving, kind, versions } = facts;
  const name = versionPhrase(versions[1] ?? '');
  const burden = burdenOf(facts);
  const cost = burden.cost === null ? null : timesText(burden.cost);
  const sentences = comparedSentences(facts);
  const wrong = changes?.newlyWrong ?? 0;
  if (saving !== null && saving.high < 0)
    return {
      headline: `Better, but it does not pay: about ${saving.currency} ${roughly(-saving.value)} more per month`,
      sentences,
      tone: 'amber',
      nextStep: `Keep ${versionPhrase(versions[0] ?? '')}, unless the better quality is worth this cost to you.`,
    };
  const pays = saving !== null && saving.low > 0;
  const undecided = burdenText({ cost: pays ? null : burden.cost, time: burden.time });
  if (undecided !== null) {
    const start = pays && cost !== null ? `Better, and it pays at ${cost} times the cost` : 'Better';
    return {
      headline: `${start}, but ${undecided}: decide whether ${pays ? 'the wait is acceptable' : 'it pays'}`,
      sentences,
      tone: 'amber',
      nextStep:
        saving === null && burden.cost !== null
          ? `Decide whether the quality is worth the price. A \`business\` block in the configuration adds the cost per month (docs/report.md).`
          : `Decide whether the quality is worth ${burdenText(burden)}.`,
    };
  }
  const still = pays && cost !== null ? `. It costs ${cost} times as much and still pays` : '';
  if (wrong > 0)
    return {
      headline: `Better overall, ${counted(wrong, unitWord(kind))} newly wrong: review ${wrong === 1 ? 'it' : 'them'}, then publish${still}`,
      sentences,
      nextStep: `Review the ${wrong === 1 ? unitWord(kind) : counted(wrong, unitWord(kind))} that ${wrong === 1 ? 'is' : 'are'} newly wrong, then publish ${name}.`,
      publish: true,
    };
  return {
    headline: `Better: publish${still}`,
    sentences,
    nextStep:
      (changes?.newErrors ?? 0) > 0
        ? `Publish ${name}, and look at the new errors when you change it next.`
        : `Publish ${name}.`,
    publish: true,
  };
}

export function equalTexts(facts: OutcomeFacts): OutcomeTexts {
  const { versions, margin, cost } = facts;
  const [before = '', after = ''] = versions.map(versionPhrase);
  const good = `As good as ${before}`;
  const sentences = [
    `No main measure is worse by more than ${hundredths(margin)} of 100.`,
    ...comparedSentences(facts),
  ];
  if (isCheaper(cost))
    return { headline: `${good}: publish to save`, sentences, nextStep: `Publish ${after}.`, publish: true };
  const ratio = costRatio(cost);
  const price =
    ratio !== null && burdenOf(facts).cost !== null ? ` at ${timesText(ratio)} times the cost` : '';
  return {
    headline: `${good}${price}: no reason to change`,
    sentences,
    nextStep: `Keep ${before}.`,
  };
}

/** Returns the texts for a candidate that is better only because labels changed after people could see the outputs. */
export function dependsOnLabelsTexts(facts: OutcomeFacts): OutcomeTexts {
  const count = counted(facts.dependsOnLabels ?? 0, 'label');
  const baseline = versionPhrase(facts.versions[0] ?? '');
  return {
    headline: `Inconclusive: depends on ${count} changed after seeing the predictions`,
    sentences: [
      `With the gold of the run, ${versionPhrase(facts.versions[1] ?? '')} is not clearly better than ${baseline}.`,
      ...goldClauses(facts),
      costAndTime(facts),
      newErrorsClause(facts.changes, facts.kind),
      groupClause(facts.worseGroups),
      notComparedClause(facts.notCompared),
      randomSample(facts),
      ruleResult(facts),
    ],
    nextStep: `Let a second person check the changed labels, or run both versions on documents that were labelled before the run. Keep ${baseline} until then.`,
  };
}

export function notEnoughTexts(facts: OutcomeFacts): OutcomeTexts {
  const { headline, labelled, documentsNeeded, kind, versions } = facts;
  const unit = unitWord(kind);
  const [first] = headline;
  const more = documentsNeeded === null ? null : documentsNeeded - (first?.difference.n ?? labelled);
  const quality = qualityClause(facts);
  return {
    headline: `Not enough evidence: ${counted(labelled, unit)} ${labelled === 1 ? 'is' : 'are'} too few`,
    sentences: [
      first === undefined ? null : tendency(facts),
      documentsNeeded === null ? null : `About ${counted(documentsNeeded, unit)} like these would be enough.`,
      quality === null ? null : sentence(quality),
      costAndTime(facts),
      newErrorsClause(facts.changes, kind),
      groupClause(facts.worseGroups),
      notComparedClause(facts.notCompared),
      randomSample(facts),
      ...goldClauses(facts),
      ruleResult(facts),
    ],
    nextStep:
      more === null || more <= 0
        ? `Keep ${versionPhrase(versions[0] ?? '')} until more ${unit}s with gold allow a decision.`
        : `Add about ${counted(more, `more ${unit}`)} with gold, and run again. Keep ${versionPhrase(versions[0] ?? '')} until then.`,
  };
}

/**
 * Returns a sentence on an uncertain difference: `The draft looks 5 of 100 better, but the true change is between 4
 * worse and 14 better.`
 */
export function tendency({ headline, versions, kind }: OutcomeFacts): string | null {
  const [first] = headline;
  const { value, interval } = first?.difference ?? {};
  if (first === undefined || value == null) return null;
  const name = capitalise(versionPhrase(versions[1] ?? ''));
  const measure = partName(first, kind);
  const size = hundredths(Math.abs(value));
  const looks =
    size === '0'
      ? `${name} looks ${value === 0 ? '' : 'nearly '}equal in ${measure}`
      : `${name} looks ${size} of 100 ${value > 0 ? 'better' : 'worse'} in ${measure}`;
  if (interval === undefined) return `${looks}.`;
  const unit = size === '0' ? ', of 100' : '';
  return `${looks}, but the true change is between ${signed(interval.low)} and ${signed(interval.high)}${unit}.`;
}

export function signed(difference: number): string {
  const size = hundredths(Math.abs(difference));
  return difference < 0 ? `${size} worse` : `${size} better`;
}

export function randomSample({ selection }: OutcomeFacts): string | null {
  return selection.random === null ? null : `Measured on ${selection.random}.`;
}
