import type { LeafOutcome } from '../../model/score/item-score.ts';
import { leavesOf } from '../fold/documents/document-leaves.ts';
import type { RunScore } from '../fold/documents/judged-document.ts';
import type { PartScope } from './metric-parts.ts';
import { isOfLabel } from './metric-parts.ts';

/** The leaves that the rate of a scope is made of; those of a class expect or give it. */
export function scopeLeaves({ fields, label }: PartScope, score: RunScore): readonly LeafOutcome[] {
  const leaves = leavesOf(score);
  if (fields !== undefined) return leaves.filter(({ field }) => fields.has(field));
  return label === undefined ? leaves : leaves.filter((leaf) => isOfLabel(leaf, label));
}
