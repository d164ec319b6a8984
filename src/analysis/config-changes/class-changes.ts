import { pluralise } from '../../base/phrases.ts';
import type { Classification, ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/comparison-section.ts';
import { resolveLabel } from '../../scorers/classification/resolve-label.ts';
import {
  bestRenames,
  type ComparedConfigs,
  partsOnOneSide,
  type RenameCandidate,
  renameEvidence,
  renameKey,
} from './renames.ts';

/** Returns the classes of a CLASSIFY config or the types of a SPLITTER config; empty for EXTRACT. */
export function classesOf(config: ProcessorConfig | undefined): readonly Classification[] {
  if (config?.type === 'CLASSIFY') return config.classifications;
  return config?.type === 'SPLITTER' ? config.splitClassifications : [];
}

/**
 * Returns the classes that some of the configs lack, so that they cannot be compared, by the label that predictions are
 * scored by. A class that has another type under the same id is the same class.
 */
export function unsharedClasses(configs: readonly ProcessorConfig[], scored: ProcessorConfig): string[] {
  const listed = configs.map((config) => [...labelsIn(config, scored).keys()]);
  if (listed.some((labels) => labels.length === 0)) return [];
  return [...new Set(listed.flat())].filter((label) => !listed.every((labels) => labels.includes(label)));
}

/**
 * Returns the classes that only one of two configs has: added, removed or renamed. A removed class counts as
 * renamed if an added class replaces it in most documents, has the same description or has a similar name.
 * `reason` states the evidence.
 */
export function classChanges(run: ComparedConfigs): FieldChange[] {
  const found = changedClasses(run.plan, run.config);
  if (found === null) return [];
  const { old, now, removed, added } = found;
  const renames = bestRenames(
    removed,
    added,
    (label) => label,
    (was, is) =>
      renameEvidence(is, {
        agreement: {
          ...(run.renames.get(renameKey({ was, is })) ?? { same: 0, both: 0 }),
          what: 'in its place',
        },
        texts: [old.get(was), now.get(is)],
        names: [was, is],
      }),
  );
  const onlyIn = (side: string) => (label: string) =>
    `only the ${side} has it; ${pluralise(run.expectedClasses.get(label) ?? 0, 'document')} of the gold`;
  return partsOnOneSide('class', { removed, added, renames }, onlyIn('baseline'), onlyIn('candidate'));
}

/** Returns the descriptions of the classes of a config, by the label that predictions are scored by. */
export function labelsIn(config: ProcessorConfig, scored: ProcessorConfig): Map<string, string> {
  return new Map(
    classesOf(config).map((known) => {
      const { id, type, description } = known;
      const label = resolveLabel({ id, type }, classesOf(scored))?.label ?? type;
      return [label, description.trim()];
    }),
  );
}

/** Returns all pairs of a removed and an added class, because each pair may be a rename. */
export function classRenameCandidates(plan: RunPlan, config: ProcessorConfig): RenameCandidate[] {
  const { removed = [], added = [] } = changedClasses(plan, config) ?? {};
  return removed.flatMap((was) => added.map((is) => ({ was, is })));
}

/** Returns the classes of two configs and those that only one has; `null` unless there are two configs with classes. */
function changedClasses({ versions }: RunPlan, scored: ProcessorConfig) {
  const [before, after] = versions.map(({ config }) => config);
  if (versions.length !== 2 || before === undefined || after === undefined) return null;
  const unshared = unsharedClasses([before, after], scored);
  const [old, now] = [labelsIn(before, scored), labelsIn(after, scored)];
  const removed = unshared.filter((label) => old.has(label));
  const added = unshared.filter((label) => now.has(label));
  return { old, now, removed, added };
}
