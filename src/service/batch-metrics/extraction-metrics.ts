import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics, FieldMetrics } from '../../model/wire/batch-processor-run.ts';
import { type BatchField, batchFields, type FieldOptions } from './batch-fields.ts';
import type { BatchDocument } from './batch-input.ts';
import { fieldConfidences } from './field-confidences.ts';
import { type Cells, member, rowsOf, sumOf, type Tally, tallyFields } from './field-tally.ts';
import { mean } from './mean.ts';

/**
 * By field, over the documents that have an expectation:
 * recallPerc = mean of (right / expected cells) over the documents where the field is expected;
 * precisionPerc = mean of (right / extracted cells) over the documents where it was extracted;
 * for arrays besides accuracyPerc = mean of (right cells / the larger of expected and extracted cells).
 * A plain field has one cell a document, an object or array the sum of its own. Range 0 to 1, more is better. A field
 * that was never expected has no recall, one that was never extracted no precision: absent, not 0. Excluded fields are
 * in no sum. `arrayCardinalityMetrics` counts, for arrays at the root, the documents where as many rows came as were
 * expected, among those that expect the array (an empty one included).
 */
export function extractionMetrics(
  config: ExtractConfig,
  documents: readonly BatchDocument[],
  options: FieldOptions,
): BatchMetrics {
  const fields = batchFields(config, options);
  const judged = documents.flatMap(({ output, expected }) =>
    expected === undefined
      ? []
      : [{ expected: plainValues(expected, config), predicted: plainValues(output, config) }],
  );
  const tallies = judged.map(({ expected, predicted }) => tallyFields(fields, expected, predicted));
  const confidences = documents.map(({ output }) => fieldConfidences(fields, output, config));
  const arrays = fields.filter(({ kind }) => kind === 'array');
  return {
    fieldMetrics: metricsOf(fields, tallies, confidences),
    ...(judged.length === 0 || arrays.length === 0
      ? {}
      : { arrayCardinalityMetrics: cardinality(arrays, judged) }),
  };
}

function metricsOf(
  fields: readonly BatchField[],
  tallies: readonly Tally[],
  confidences: readonly ReadonlyMap<string, readonly number[]>[],
): Record<string, FieldMetrics> {
  return Object.fromEntries(
    fields.map((field) => {
      const cells = tallies.map(
        (tally) => tally.get(field.path) ?? { expected: 0, predicted: 0, correct: 0 },
      );
      const shares = (of: (one: Cells) => number): number | undefined =>
        field.conventions.fields === 'sums'
          ? mean(shareOf(sumOf(cells), of))
          : mean(cells.flatMap((one) => shareOf(one, of)));
      const recallPerc = shares(({ expected }) => expected);
      const precisionPerc = shares(({ predicted }) => predicted);
      const accuracyPerc =
        field.kind === 'array' && recallPerc !== undefined
          ? shares(({ expected, predicted }) => Math.max(expected, predicted))
          : undefined;
      const meanConfidence = mean(
        confidences.flatMap((document) => mean(document.get(field.path) ?? []) ?? []),
      );
      const metrics: FieldMetrics = {
        ...(meanConfidence === undefined ? {} : { meanConfidence }),
        ...(recallPerc === undefined ? {} : { recallPerc }),
        ...(precisionPerc === undefined ? {} : { precisionPerc }),
        ...(accuracyPerc === undefined ? {} : { accuracyPerc }),
        ...(field.children.length === 0
          ? {}
          : { fieldMetrics: metricsOf(field.children, tallies, confidences) }),
      };
      return [field.name, metrics];
    }),
  );
}

/** Empty where there is nothing to divide by. */
function shareOf(cells: Cells, of: (cells: Cells) => number): number[] {
  return of(cells) === 0 ? [] : [cells.correct / of(cells)];
}

function cardinality(
  arrays: readonly BatchField[],
  documents: readonly { readonly expected: unknown; readonly predicted: unknown }[],
): Record<string, number> {
  return Object.fromEntries(
    arrays.map(({ name }) => [
      name,
      documents.filter(({ expected, predicted }) => {
        const rows = member(expected, name);
        return Array.isArray(rows) && rows.length === rowsOf(member(predicted, name)).length;
      }).length,
    ]),
  );
}

/** The values by field name, from either shape of an output: `{value}`, or field key to `{id, type, value}`. */
export function plainValues(output: unknown, config: ExtractConfig): unknown {
  if (!isJsonObject(output)) return {};
  if (config.schema !== undefined) return isJsonObject(output.value) ? output.value : output;
  return Object.fromEntries(
    Object.entries(output).map(([key, entry]) => [
      key,
      isJsonObject(entry) && 'value' in entry ? entry.value : undefined,
    ]),
  );
}
