import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/sections/comparison-section.ts';
import { classChanges, classesOnOneSide } from './class-changes.ts';
import { fieldChanges, fieldsOnOneSide } from './field-changes.ts';
import { type ComparedConfigs, type RenameCandidate, renameCandidates } from './renames.ts';

/**
 * Returns the fields or classes that only one of two configs has, and the fields that have different shapes (value,
 * object or array) in the two configs. A renamed field or class is one entry with both names.
 */
export function partChanges(run: ComparedConfigs): FieldChange[] {
  return run.plan.dataset.kind === 'EXTRACT' ? fieldChanges(run) : classChanges(run);
}

/**
 * Returns the pairs of a removed and an added field or class that may be the same under a new name. Returns an empty
 * list unless there are two versions.
 */
export function partRenameCandidates(plan: RunPlan, config: ProcessorConfig): RenameCandidate[] {
  const parts = config.type === 'EXTRACT' ? fieldsOnOneSide(plan) : classesOnOneSide(plan, config);
  return parts === null ? [] : renameCandidates(parts);
}
