import type { FieldChange } from '../../model/report/comparison-section.ts';
import { classChanges } from './class-changes.ts';
import { fieldChanges } from './field-changes.ts';
import type { ComparedConfigs } from './renames.ts';

/** Returns the fields or classes that only one of the two configs has, with their renames. */
export function partChanges(run: ComparedConfigs): FieldChange[] {
  return run.plan.dataset.kind === 'EXTRACT' ? fieldChanges(run) : classChanges(run);
}
