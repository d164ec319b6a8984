import type { ExtractionOutput } from '../../../../model/processor/output.ts';
import type { ExtractConfig } from '../../../../model/processor/processor-config.ts';
import type { ParsedDocument, ReadingEffort } from '../../parsed-document.ts';
import { selectPages } from '../text/page-selection.ts';
import { booleanValues } from './candidates/boolean-values.ts';
import type { Candidate } from './candidates/candidate.ts';
import { labelledValues, withLabels } from './candidates/labelled-values.ts';
import { personNames } from './candidates/person-names.ts';
import { unlabelledValues } from './candidates/unlabelled-values.ts';
import { ValueReader } from './candidates/value-reader.ts';
import { weighTotals } from './candidates/weigh-totals.ts';
import { formValues } from './forms/form-values.ts';
import { withPrintedValues } from './forms/printed-values.ts';
import { findLabels } from './labels/find-labels.ts';
import { layOut } from './layout/text-layout.ts';
import { hintsOf } from './lexicon/field-phrases.ts';
import { type FieldNode, fieldTreeOf } from './lexicon/field-tree.ts';
import { type FieldPlan, planFields } from './lexicon/plan-fields.ts';
import { headlines, pageCounts } from './lists/headlines.ts';
import { sectionTexts } from './lists/section-texts.ts';
import { findSections, type Section } from './lists/sections.ts';
import { addNestedValues } from './nested-values.ts';
import { findParties } from './parties/find-parties.ts';
import { partyValues } from './parties/party-values.ts';
import { Prose } from './prose/prose-values.ts';
import { detectConventions } from './recognise/document-conventions.ts';
import { assignValues } from './values/assign-values.ts';
import { confidenceOf } from './values/confidence.ts';
import { enumValues } from './values/enums.ts';
import { evidenceOf, type ReadValue } from './values/evidence.ts';
import { type FieldsArrayOutput, fieldsArrayOutput, schemaOutput } from './values/output-builder.ts';
import { outputValue } from './values/output-value.ts';

/**
 * Extracts the values that a config requests from a parsed document, using labels, value formats, positions and
 * tables. The same document and config give the same output.
 */
export function extractFields(
  document: ParsedDocument,
  config: ExtractConfig,
  options: { effort: ReadingEffort },
): ExtractionOutput | FieldsArrayOutput {
  const { tree, values, rowCounts } = findValues(document, config, options);
  const filled = new Map(
    [...values].map(([path, found]) => [path, { ...found, certainty: confidenceOf(found) }]),
  );
  const output = config.schema === undefined ? fieldsArrayOutput : schemaOutput;
  return output(tree, { values: filled, rowCounts }, config, options.effort);
}

/** All values that the engine found, by output path, with the number of rows of each array. */
export interface FoundValues {
  readonly tree: readonly FieldNode[];
  readonly values: ReadonlyMap<string, ReadValue>;
  readonly rowCounts: ReadonlyMap<string, number>;
}

/** Finds the values that a config requests, with the reasons for and against each value. */
export function findValues(
  document: ParsedDocument,
  config: ExtractConfig,
  options: { effort: ReadingEffort },
): FoundValues {
  const thorough = options.effort === 'performance';
  const layout = layOut(selectPages(document, config.advancedOptions), thorough);
  const conventions = detectConventions(layout);
  const { tree, fields } = planOf(config, thorough);
  const labelled = withLabels(layout, findLabels(layout, fields));
  const reader = new ValueReader(conventions);
  const prose = new Prose(layout);
  let sections: readonly Section[] | undefined;
  const sectionsOf = (): readonly Section[] => {
    sections ??= findSections(layout);
    return sections;
  };
  let candidates: Candidate[] = [
    ...labelledValues(labelled, fields, reader),
    ...enumValues(labelled, fields, thorough, conventions.currency),
  ];
  if (thorough) {
    candidates.push(...booleanValues(labelled, fields));
    candidates.push(...unlabelledValues(labelled, fields, reader, conventions));
    candidates.push(...personNames(layout, fields));
    candidates.push(...partyValues(findParties(labelled), fields));
    candidates.push(...prose.candidates(fields));
    candidates.push(...headlines(layout, fields), ...pageCounts(layout, fields));
    candidates.push(...sectionTexts(fields, sectionsOf));
    candidates = weighTotals(candidates, labelled, fields, reader);
  }
  if (thorough) candidates = withPrintedValues(candidates, layout, fields, reader);
  const forms = formValues(layout, fields, reader);
  candidates = [...candidates.filter(({ field }) => !forms.empty.has(field)), ...forms.candidates];
  const values = new Map<string, ReadValue>();
  for (const [index, assignment] of assignValues(candidates, fields)) {
    const field = fields[index];
    if (field === undefined) continue;
    const { candidate } = assignment;
    const value = outputValue(field, candidate, conventions);
    values.set(field.path, {
      value,
      spans: candidate.spans,
      evidence: evidenceOf(assignment, field, conventions, forms.isForm),
      reason: candidate.reason,
    });
  }
  const rowCounts = new Map<string, number>();
  addNestedValues(tree, { labelled, reader, conventions, prose, sectionsOf, thorough }, values, rowCounts);
  return { tree, values, rowCounts };
}

interface ConfigPlan {
  readonly tree: readonly FieldNode[];
  readonly fields: readonly FieldPlan[];
}

let lastPlan: { readonly key: string; readonly plan: ConfigPlan } | undefined;

/**
 * Returns the fields of a config and the labels to search for. Keeps the result for the last config, because most
 * documents of a worker have the same config and the lexicon has thousands of labels.
 */
function planOf(config: ExtractConfig, thorough: boolean): ConfigPlan {
  const key = JSON.stringify([thorough, config]);
  if (lastPlan?.key !== key) {
    const tree = fieldTreeOf(config);
    lastPlan = { key, plan: { tree, fields: planFields(tree, hintsOf(config, thorough)) } };
  }
  return lastPlan.plan;
}
