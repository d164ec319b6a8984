import { capitalise, grouped, joinList } from '../../base/phrases.ts';
import { completeHint, subsetReason } from '../../model/record/rerun.ts';
import {
  costAndTime,
  goldClauses,
  newErrorsClause,
  notComparedClause,
  qualityClause,
  qualityHeadline,
  sentence,
  unitWord,
} from './clauses.ts';
import type { OutcomeFacts, OutcomeTexts } from './outcome-facts.ts';
import { ruleResult, rulesOfOneVersion } from './outcomes-of-gate.ts';
import { counted, versionPhrase } from './plain-figures.ts';

export function unfinishedTexts({ unfinished, leftOut }: OutcomeFacts): OutcomeTexts {
  const { ended = 0, planned = 0, missing = '', hint = '' } = unfinished ?? {};
  return {
    headline:
      planned === 0
        ? 'Not finished: the record has no documents'
        : `Not finished: ${grouped(ended)} of ${counted(planned, 'document run')} ended`,
    sentences: [
      `${missing === '' ? 'The run has not written its summary' : capitalise(missing)}, so there is no verdict.`,
      leftOut,
    ],
    nextStep: planned === 0 ? 'Run a dataset with documents.' : `${hint}.`,
  };
}

export function unusableTexts({ failures, documents, kind }: OutcomeFacts): OutcomeTexts {
  const { documents: failed = 0, reason = null, reasonCount = 0, hint = '' } = failures ?? {};
  return {
    headline: `Run not usable: ${grouped(failed)} of ${counted(documents, unitWord(kind))} gave no result`,
    sentences: [
      reason === null ? null : `Main reason: ${reason} (${counted(reasonCount, 'failed run')}).`,
      'There is no verdict, because documents without a result distort every figure.',
    ],
    nextStep: hint,
  };
}

export function nothingRightTexts({ unknownGold, versions, kind }: OutcomeFacts): OutcomeTexts {
  const what = { EXTRACT: 'value', CLASSIFY: 'type', SPLITTER: 'document' }[kind];
  return {
    headline: 'Nothing is right: check the gold or the schema first',
    sentences: [
      ...unknownGold.map((text) => sentence(text)),
      `${capitalise(versionPhrase(versions.at(-1) ?? ''))} has no right ${what}.`,
    ],
    nextStep:
      kind === 'EXTRACT'
        ? 'Compare the field names of the gold with those of the schema. `goldset dataset check` lists the differences.'
        : 'Compare the types of the gold with those of the configuration. `goldset dataset check` lists the differences.',
  };
}

const cannotBeCompared = {
  headline: 'Cannot be compared',
  nextStep: 'Compare runs of the same documents with the same gold and the same fields.',
};

/** Returns the texts for two records whose figures were not computed together. */
export function notComparedTexts(reason: string) {
  return { ...cannotBeCompared, sentences: [sentence(reason)] };
}

export function notComparableTexts({
  notCompared,
  restrictions,
  versions,
  rightValues,
}: OutcomeFacts): OutcomeTexts {
  return {
    ...cannotBeCompared,
    sentences: [
      notComparedClause(notCompared),
      ...restrictions.map((text) => sentence(text)),
      `${capitalise(joinList(versions.map(versionPhrase)))} have no result that can be compared.${rightValues === null ? '' : ' The figures of each version follow, without a comparison.'}`,
    ],
  };
}

export function selectedTexts(facts: OutcomeFacts): OutcomeTexts {
  const { selection, documents, kind, subset } = facts;
  const quality = qualityClause(facts);
  if (subset !== null)
    return {
      headline: `A selected subset: ${grouped(subset.items)} of ${counted(subset.total, unitWord(kind))}`,
      sentences: [
        subsetReason(subset),
        quality === null ? null : sentence(quality),
        newErrorsClause(facts.changes, kind),
      ],
      nextStep: completeHint,
    };
  return {
    headline: `A selected subset: ${counted(documents, unitWord(kind))}`,
    sentences: [
      `The run has only ${selection.chosen}. A person chose these documents, so their rates do not hold for other documents. There is no verdict.`,
      quality === null ? null : sentence(quality),
      newErrorsClause(facts.changes, kind),
      ruleResult(facts),
    ],
    nextStep: 'Run all documents, or a random sample with --sample, for a verdict.',
  };
}

export function singleVersionTexts(facts: OutcomeFacts): OutcomeTexts {
  const { versions, weakest, kind, isRun } = facts;
  const name = versions.map(versionPhrase).join(', ');
  const quality = qualityClause(facts);
  const others = versions.length > 1 ? versions.join(',') : `${versions[0]},draft`;
  return {
    headline: `${capitalise(name)}: ${qualityHeadline(facts) ?? 'nothing could be measured'}`,
    sentences: [
      quality === null ? null : sentence(quality),
      weakest === null ? `Every ${kind === 'EXTRACT' ? 'field' : 'type'} is right.` : `Weakest: ${weakest}.`,
      costAndTime(facts),
      rulesOfOneVersion(facts),
      versions.length === 1 ? 'Nothing was compared.' : 'More than two versions are not compared.',
      ...goldClauses(facts),
    ],
    nextStep: isRun
      ? versions[0] === 'draft'
        ? 'Compare with a published version: run again with --processor and --versions latest,draft (docs/processors.md).'
        : `Compare with another version: run again with --versions ${others}.`
      : 'Compare with another version: `goldset compare` takes two records.',
  };
}

export function noGoldTexts({ documents, sameAnswers, kind, record }: OutcomeFacts): OutcomeTexts {
  const unit = unitWord(kind);
  const other = sameAnswers === null ? null : documents - sameAnswers;
  return {
    headline: `No gold yet: ${counted(documents, unit)} read, 0 labelled`,
    sentences: [
      'Nothing could be measured, because no document has gold.',
      sameAnswers === null ? null : `Both versions gave the same answer in ${counted(sameAnswers, unit)}.`,
    ],
    nextStep:
      other === null || other === 0
        ? `Add gold to some ${unit}s, and score the record again with \`goldset score --gold\`.`
        : `Label the ${other === 1 ? unit : counted(other, sameAnswers === 0 ? unit : `other ${unit}`)} with different answers first: \`goldset compare ${record} --label-differences FILE\`.`,
  };
}
