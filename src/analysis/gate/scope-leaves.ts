import type { LeafOutcome } from '../../model/ledger.ts';
import type { RunScore } from '../fold/judged-document.ts';
import { leavesOf } from '../sections/document-leaves.ts';
import type { PartScope } from './metric-parts.ts';

/** The leaves that the rate of a scope is made of; those of a class expect or give it. */
export function scopeLeaves({ fields, label }: PartScope, score: RunScore): readonly LeafOutcome[] {
  const leaves = leavesOf(score);
  if (fields !== undefined) return leaves.filter(({ field }) => fields.has(field));
  return label === undefined ? leaves : leaves.filter((leaf) => isOfLabel(leaf, label));
}

/** Whether a leaf of a class or packet expects a label or gives it. */
export function isOfLabel({ expected, predicted }: LeafOutcome, label: string): boolean {
  const names = (value: unknown) =>
    typeof value === 'string' && (value === label || value.startsWith(`${label}, `));
  return names(expected) || names(predicted);
}
