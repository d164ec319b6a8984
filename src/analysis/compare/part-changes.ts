import type { FieldChange } from '../../model/comparison-section.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { classChanges } from './class-changes.ts';
import { fieldChanges } from './field-changes.ts';

/** Fields, or classes, that only one of two configs has, and what became of them. */
export function partChanges(run: FoldedRun): FieldChange[] {
  return run.plan.dataset.kind === 'EXTRACT' ? fieldChanges(run) : classChanges(run);
}
