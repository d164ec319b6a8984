import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { BatchMetrics, FieldMetrics } from '../../model/wire/batch-processor-run.ts';
import { configFields } from '../config/config-fields.ts';
import { type BatchField, batchFields, type FieldOptions } from './batch-fields.ts';
import type { BatchDocument } from './batch-input.ts';
import { fieldConfidences } from './field-confidences.ts';
import { type Cells, mean, member, rowsOf, shareOf, sumOf, type Tally, tallyFields } from './field-tally.ts';

/**
 * Computes the metrics of an extractor for each field. Uses only the documents with an expected output: - recallPerc =
 * mean of (correct / expected cells) over the documents that expect the field; - precisionPerc = mean of (correct /
 * extracted cells) over the documents in which the field was extracted; - accuracyPerc, only for arrays = mean of
 * (correct cells / the larger of expected and extracted cells).
 *
 * All shares are 0 to 1, higher is better. A single value is one cell per document. An object or array has the cells of
 * its nested fields, without excluded fields. A field that was never expected has no recall. A field that was never
 * extracted has no precision. `arrayCardinalityMetrics` counts the documents with the expected number of rows, for each
 * array at the root. `arrayCardinalityMetrics` ignores documents that do not expect the array. An empty array counts as
 * expected.
 */
export function extractionMetrics(
  config: ExtractConfig,
  documents: readonly BatchDocument[],
  options: FieldOptions,
): BatchMetrics {
  const fields = batchFields(configFields(config), options);
  const scored = documents.flatMap(({ output, expected }) =>
    expected === undefined
      ? []
      : [{ expected: plainValues(expected, config), predicted: plainValues(output, config) }],
  );
  const tallies = scored.map(({ expected, predicted }) => tallyFields(fields, expected, predicted));
  const confidences = documents.map(({ output }) => fieldConfidences(fields, output, config));
  const arrays = fields.filter(({ kind }) => kind === 'array');
  return {
    fieldMetrics: metricsOf(fields, tallies, confidences),
    arrayCardinalityMetrics:
      scored.length === 0 || arrays.length === 0 ? undefined : cardinality(arrays, scored),
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
      const fieldMetrics =
        field.children.length === 0 ? undefined : metricsOf(field.children, tallies, confidences);
      return [field.name, { meanConfidence, recallPerc, precisionPerc, accuracyPerc, fieldMetrics }];
    }),
  );
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

/** Returns the values by field name. Reads `{value: {...}}` and `{<field key>: {id, type, value}}`. */
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
