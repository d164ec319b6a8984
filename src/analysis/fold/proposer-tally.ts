import { canonicalJson } from '../../base/canonical-json.ts';
import { getOrCreate } from '../../base/collections.ts';
import type { GoldSource, Proposer } from '../../model/dataset/gold-source.ts';

/** How many of the labels that one version proposed were confirmed or changed, added up over documents. */
export interface ProposerTally {
  readonly proposedBy: Proposer;
  documents: number;
  notCounted: number;
  confirmedUnchanged: number;
  changed: number;
}

/** One tally per version that proposed labels, in the order of their first documents. */
export type ProposerTallies = Map<string, ProposerTally>;

/** Adds the labels of one document to the tally of their proposer. */
export function countProposals(tallies: ProposerTallies, source: GoldSource): void {
  const { proposedBy, confirmedUnchanged, changed } = source;
  const tally = getOrCreate(tallies, canonicalJson(proposedBy), () => ({
    proposedBy,
    documents: 0,
    notCounted: 0,
    confirmedUnchanged: 0,
    changed: 0,
  }));
  tally.documents++;
  if (confirmedUnchanged === undefined || changed === undefined) tally.notCounted++;
  else {
    tally.confirmedUnchanged += confirmedUnchanged;
    tally.changed += changed;
  }
}
