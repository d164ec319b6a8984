import { counted } from '../../base/spelled.ts';
import type { FieldChange } from '../../model/comparison-section.ts';
import type { Classification, ProcessorConfig } from '../../model/processor-config.ts';
import { resolveLabel } from '../../scorers/classification/resolve-label.ts';
import type { ScoredItem, ScoredRun, ScoredVersion } from '../scored-run.ts';
import { bestRenames, renameEvidence } from './best-renames.ts';

/** The classes of CLASSIFY, or the types of SPLITTER; none of EXTRACT. */
export function classesOf(config: ProcessorConfig | undefined): readonly Classification[] {
  if (config?.type === 'CLASSIFY') return config.classifications;
  return config?.type === 'SPLITTER' ? config.splitClassifications : [];
}

/**
 * Classes that some of the configs lack, by the label under which answers are judged: what cannot be compared between
 * them. A class that only has another type under the same id is the same class.
 */
export function unsharedClasses(configs: readonly ProcessorConfig[], judging: ProcessorConfig): string[] {
  const listed = configs.map((config) => [...labelsIn(config, judging).keys()]);
  if (listed.some((labels) => labels.length === 0)) return [];
  return [...new Set(listed.flat())].filter((label) => !listed.every((labels) => labels.includes(label)));
}

/**
 * Classes that only one of two configs has: added, removed, or renamed. A removed class was renamed when an added one is
 * given in its place for most documents, or has the same description, or a similar name; the reason says which.
 */
export function classChanges(run: ScoredRun): FieldChange[] {
  const [before, after] = run.versions.map((version) => run.plan.versions[version]?.config);
  if (run.versions.length !== 2 || before === undefined || after === undefined) return [];
  const unshared = unsharedClasses([before, after], run.config);
  const [old, now] = [labelsIn(before, run.config), labelsIn(after, run.config)];
  const removed = unshared.filter((label) => old.has(label));
  const added = unshared.filter((label) => now.has(label));
  const renames = bestRenames(
    removed,
    added,
    (label) => label,
    (was, is) =>
      renameEvidence(is, {
        agreement: { ...inItsPlace(run, was, is), what: 'in its place' },
        texts: [old.get(was), now.get(is)],
        names: [was, is],
      }),
  );
  const taken = new Set([...renames.values()].map(({ to }) => to));
  const alone = (label: string, side: string) =>
    `only the ${side} has it; ${counted(expecting(run, label), 'document')} of the gold`;
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
export function labelsIn(config: ProcessorConfig, judging: ProcessorConfig): Map<string, string> {
  return new Map(
    classesOf(config).map((known) => {
      const { id, type, description } = known;
      const label = resolveLabel({ id, type }, classesOf(judging))?.label ?? type;
      return [label, description.trim()];
    }),
  );
}

/** Documents for which the baseline gives one class or the candidate the other, and those for which both do. */
function inItsPlace({ items, versions }: ScoredRun, was: string, is: string) {
  const [baseline, candidate] = versions as readonly [number, number];
  let same = 0;
  let both = 0;
  for (const item of items) {
    const before = given(item.versions[baseline], was);
    const after = given(item.versions[candidate], is);
    same += before.intersection(after).size;
    both += before.union(after).size;
  }
  return { same, both };
}

/** Where an answer gives a class: one place for a document's class, one for every split document of a packet. */
function given(scored: ScoredVersion | undefined, label: string): Set<string> {
  const judgement = scored?.judgement;
  if (judgement?.kind === 'CLASSIFY')
    return new Set(judgement.answer.predictedLabel === label ? ['type'] : []);
  if (judgement?.kind !== 'SPLITTER') return new Set();
  const typed = judgement.split.predicted.filter(({ type }) => type === label);
  return new Set(typed.map(({ startPage, endPage }) => `${startPage}-${endPage}`));
}

function expecting({ items }: ScoredRun, label: string): number {
  const ofItem = ({ versions: [first] }: ScoredItem) => {
    if (first?.judgement.kind === 'CLASSIFY') return first.judgement.answer.expectedLabel === label ? 1 : 0;
    return first?.judgement.kind === 'SPLITTER'
      ? first.judgement.split.expected.filter(({ type }) => type === label).length
      : 0;
  };
  return items.reduce((sum, item) => sum + ofItem(item), 0);
}
