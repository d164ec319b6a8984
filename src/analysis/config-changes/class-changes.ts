import { counted } from '../../base/phrases.ts';
import type { Classification, ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FieldChange } from '../../model/report/comparison-section.ts';
import { resolveLabel } from '../../scorers/classification/resolve-label.ts';
import {
  bestRenames,
  type ComparedConfigs,
  type RenameCandidate,
  renameEvidence,
  renameKey,
} from './renames.ts';

/** The classes of CLASSIFY, or the types of SPLITTER; none of EXTRACT. */
export function classesOf(config: ProcessorConfig | undefined): readonly Classification[] {
  if (config?.type === 'CLASSIFY') return config.classifications;
  return config?.type === 'SPLITTER' ? config.splitClassifications : [];
}

/**
 * Classes that some of the configs lack, by the label under which answers are judged: what cannot be compared between
 * them. A class that only has another type under the same id is the same class.
 */
export function unsharedClasses(configs: readonly ProcessorConfig[], scored: ProcessorConfig): string[] {
  const listed = configs.map((config) => [...labelsIn(config, scored).keys()]);
  if (listed.some((labels) => labels.length === 0)) return [];
  return [...new Set(listed.flat())].filter((label) => !listed.every((labels) => labels.includes(label)));
}

/**
 * Classes that only one of two configs has: added, removed, or renamed. A removed class was renamed when an added one is
 * given in its place for most documents, or has the same description, or a similar name; the reason says which.
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
  const taken = new Set([...renames.values()].map(({ to }) => to));
  const alone = (label: string, side: string) =>
    `only the ${side} has it; ${counted(run.expectedClasses.get(label) ?? 0, 'document')} of the gold`;
  return [
    ...removed.map((field): FieldChange => {
      const rename = renames.get(field);
      return rename === undefined
        ? { part: 'class', field, change: 'removed', to: null, reason: alone(field, 'baseline') }
        : { part: 'class', field, change: 'renamed', to: rename.to, reason: rename.reason };
    }),
    ...added
      .filter((field) => !taken.has(field))
      .map(
        (field): FieldChange => ({
          part: 'class',
          field,
          change: 'added',
          to: null,
          reason: alone(field, 'candidate'),
        }),
      ),
  ];
}

/** The classes of a config by the label under which answers are judged, with their descriptions. */
export function labelsIn(config: ProcessorConfig, scored: ProcessorConfig): Map<string, string> {
  return new Map(
    classesOf(config).map((known) => {
      const { id, type, description } = known;
      const label = resolveLabel({ id, type }, classesOf(scored))?.label ?? type;
      return [label, description.trim()];
    }),
  );
}

/** Pairs of a removed and an added class of which the second may be the first under another name. */
export function classRenameCandidates(plan: RunPlan, config: ProcessorConfig): RenameCandidate[] {
  const { removed = [], added = [] } = changedClasses(plan, config) ?? {};
  return removed.flatMap((was) => added.map((is) => ({ was, is })));
}

/** Classes of two configs, and those that only one of them has; `null` unless there are two configs with classes. */
function changedClasses({ versions }: RunPlan, scored: ProcessorConfig) {
  const [before, after] = versions.map(({ config }) => config);
  if (versions.length !== 2 || before === undefined || after === undefined) return null;
  const unshared = unsharedClasses([before, after], scored);
  const [old, now] = [labelsIn(before, scored), labelsIn(after, scored)];
  const removed = unshared.filter((label) => old.has(label));
  const added = unshared.filter((label) => now.has(label));
  return { old, now, removed, added };
}
