import { type ChangedDocument, type ChangedValue, changeGroupOf } from '../../model/report/document-state.ts';
import type { FieldRow, ReportModel } from '../../model/report/report-model.ts';
import { type SectionName, sections } from '../../model/report/report-sections.ts';
import type { Blocks, NewErrorsBlock } from '../../viewer/blocks/report-blocks.ts';

/**
 * The data of the sections, by block name. `index`, the list of documents, is not among them, because it is written
 * even if it is empty.
 */
type PackedBlocks = Omit<Blocks, 'head' | 'index' | 'places'>;

/** Returns the data of the sections as blocks. Omits blocks without content, except `charts`, which every section reads. */
export function sectionBlocks(model: ReportModel): [name: string, value: unknown][] {
  return Object.entries(packed(model)).filter(([name, value]) => name === 'charts' || !isEmpty(value));
}

/** Returns the names of the sections that have data, in the order in which the menu lists them. */
export function sectionNames(model: ReportModel): SectionName[] {
  const blocks = packed(model);
  const hasData = (name: SectionName) => {
    if (name === 'summary') return true;
    if (name === 'documents') return model.items.length > 0;
    if (name === 'speed') return model.speed.length > 0;
    return !isEmpty(blocks[name === 'groups' ? 'slices' : name]);
  };
  return (Object.keys(sections) as SectionName[]).filter(hasData);
}

function packed(model: ReportModel): {
  readonly [Name in keyof PackedBlocks]: PackedBlocks[Name] | undefined;
} {
  const { gate, classes, comparison, slices, changes, changeCounts } = model;
  return {
    newErrors:
      changeCounts === null
        ? undefined
        : {
            documents: changeCounts.newErrors,
            values: changes.flatMap(briefNewErrors),
            lost: changeCounts.newErrorsOrLost - changeCounts.newErrors,
            lostDocuments: changes
              .filter((change) => changeGroupOf(change) === 'lostResult')
              .map(withoutValues),
          },
    causes: model.causes ?? undefined,
    fields: model.fields.map(briefField),
    arrays: model.arrays,
    classes: classes ? { ...classes, changes: comparison?.classes ?? [] } : undefined,
    packets: model.packets ?? undefined,
    gate: gate?.checks.length ? gate : undefined,
    slices: slices.length > 0 ? { rows: slices, changes: comparison?.slices ?? [] } : undefined,
    confidence: model.confidence ?? undefined,
    citations: model.citations ?? undefined,
    labelIssues: model.labelIssues ?? undefined,
    labelNoise: model.labelNoise ?? undefined,
    attribution: model.attribution ?? undefined,
    sampleSize: model.sampleSize ?? undefined,
    reconciliation: model.reconciliation ?? undefined,
    method: model.method,
    charts: model.charts,
  };
}

function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

function withoutValues({
  itemId,
  values,
  ...document
}: ChangedDocument): NewErrorsBlock['lostDocuments'][number] {
  return { itemId, document };
}

function briefNewErrors(change: ChangedDocument): NewErrorsBlock['values'] {
  const { itemId, document } = withoutValues(change);
  return change.values
    .filter(({ change }) => change === 'newError')
    .map((value) => ({ itemId, document, ...briefValue(value) }));
}

/** Shortens long texts in a changed value. */
export function briefValue(value: ChangedValue): ChangedValue {
  const { expected, baseline, candidate } = value;
  return { ...value, expected: brief(expected), baseline: brief(baseline), candidate: brief(candidate) };
}

/** Shortens the values in the list of frequent errors of a field. */
export function briefField(row: FieldRow): FieldRow {
  const confusions = row.confusions.map((pair) => ({
    ...pair,
    expected: brief(pair.expected),
    predicted: brief(pair.predicted),
  }));
  return { ...row, confusions };
}

/** Shortens a long value for lists and tables. The view of a single document shows the whole value. */
export function brief(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300).toWellFormed()}…`;
}
