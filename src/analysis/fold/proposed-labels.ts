import { grouped, joinList, pluralise } from '../../base/phrases.ts';
import type { Proposer } from '../../model/dataset/gold-source.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { ProposedLabels } from '../../model/report/sections/label-noise.ts';
import { type FoldedRun, versionNames } from './folded-run.ts';
import type { ProposerTally } from './proposer-tally.ts';

/**
 * Returns, for each version that proposed labels of the record, how many of these labels were confirmed or changed.
 * Returns an empty list if no version proposed a label.
 */
export function proposedLabels({
  plan,
  proposers,
  count,
  withoutGold,
}: Pick<FoldedRun, 'plan' | 'proposers' | 'count' | 'withoutGold'>): ProposedLabels[] {
  const labelled = count - withoutGold.length;
  return [...proposers.values()].map((tally) => {
    const { documents, notCounted } = tally;
    const isCounted = notCounted < documents;
    const evaluated = evaluatedProposers(tally.proposedBy, plan);
    return {
      ...tally,
      confirmedUnchanged: isCounted ? tally.confirmedUnchanged : null,
      changed: isCounted ? tally.changed : null,
      evaluated,
      text: [proposalText(tally, labelled, plan), warningText(evaluated)].filter(Boolean).join(' '),
    };
  });
}

/**
 * Returns the names of the evaluated versions that also proposed labels. If the dataset states the config hash of the
 * proposer, the versions are compared by this hash. Otherwise, they are compared by processor (id or name) and version
 * number. Imported predictions have the config of the dataset, so their hash does not identify a version.
 */
function evaluatedProposers({ processor, version, configHash }: Proposer, plan: RunPlan): string[] {
  const isSameProcessor = [plan.processor.id, plan.processor.name].includes(processor);
  const isProposer = (one: RunPlan['versions'][number]): boolean =>
    configHash !== undefined && plan.target.kind !== 'predictions'
      ? one.configHash === configHash
      : isSameProcessor && [one.requested, one.resolved].includes(version);
  const names = versionNames(plan);
  return plan.versions.flatMap((one, i) => (isProposer(one) ? [names[i] as string] : []));
}

function proposalText(
  { proposedBy, documents, notCounted, confirmedUnchanged, changed }: ProposerTally,
  labelled: number,
  { processor }: RunPlan,
): string {
  const isOther = ![processor.id, processor.name].includes(proposedBy.processor);
  const by = `${proposedBy.version}${isOther ? ` of ${proposedBy.processor}` : ''}`;
  const where =
    documents === labelled ? '' : ` in ${grouped(documents)} of ${pluralise(labelled, 'document')}`;
  const start = `Labels were proposed by ${by}${where}`;
  if (notCounted === documents) return `${start}; how many were confirmed unchanged is not recorded.`;
  const counts = `${grouped(confirmedUnchanged)} of ${grouped(confirmedUnchanged + changed)} confirmed unchanged`;
  const open = notCounted === 0 ? '' : ` (not recorded for ${pluralise(notCounted, 'document')})`;
  return `${start}; ${counts}${open}.`;
}

function warningText(evaluated: readonly string[]): string | null {
  return evaluated.length === 0
    ? null
    : `Warning: ${joinList(evaluated)} ${evaluated.length === 1 ? 'is' : 'are'} under evaluation here. Labels favour the version that proposed them, and the ranges of the figures do not include this effect.`;
}
