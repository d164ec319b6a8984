import { pluralise } from '../../base/phrases.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/sections/comparison-section.ts';
import { resolveLabel } from '../../scorers/classification/resolve-label.ts';
import { type ComparedConfigs, partsOnOneSide, type UnsharedParts } from './renames.ts';

/**
 * Returns the labels of the classes that at least one config lacks. Such classes cannot be compared. Classes with the
 * same id are the same class, even if their types differ. Returns an empty list if a config has no classes.
 */
export function unsharedClasses(configs: readonly ProcessorConfig[], scored: ProcessorConfig): string[] {
  const listed = configs.map((config) => [...labelsIn(config, scored).keys()]);
  if (listed.some((labels) => labels.length === 0)) return [];
  return [...new Set(listed.flat())].filter((label) => !listed.every((labels) => labels.includes(label)));
}

/**
 * Returns the classes that only one of two configs has: added, removed or renamed. A class counts as renamed if the old
 * class of the baseline and the new class of the candidate are usually predicted for the same documents. Equal
 * descriptions or similar names are also enough. `reason` states the evidence.
 */
export function classChanges({ plan, config, renames, expectedClasses }: ComparedConfigs): FieldChange[] {
  const parts = classesOnOneSide(plan, config);
  if (parts === null) return [];
  const documents = (label: string) => pluralise(expectedClasses.get(label) ?? 0, 'document');
  return partsOnOneSide(
    parts,
    renames,
    (side, label) => `only the ${side} has it; ${documents(label)} with this class in the gold`,
  );
}

/** Returns the description of each class of a config, by label. */
export function labelsIn(config: ProcessorConfig, scored: ProcessorConfig): Map<string, string> {
  return new Map(
    classesOf(config).map((known) => {
      const { id, type, description } = known;
      const label = resolveLabel({ id, type }, classesOf(scored))?.label ?? type;
      return [label, description.trim()];
    }),
  );
}

/** Returns the classes that only one of two configs has. Returns `null` unless the plan has exactly two configs. */
export function classesOnOneSide({ versions }: RunPlan, scored: ProcessorConfig): UnsharedParts | null {
  const [before, after] = versions.map(({ config }) => config);
  if (versions.length !== 2 || before === undefined || after === undefined) return null;
  const unshared = unsharedClasses([before, after], scored);
  const texts = [labelsIn(before, scored), labelsIn(after, scored)] as const;
  return {
    part: 'class',
    removed: unshared.filter((label) => texts[0].has(label)),
    added: unshared.filter((label) => texts[1].has(label)),
    texts,
    mayBeRenamed: () => true,
  };
}
