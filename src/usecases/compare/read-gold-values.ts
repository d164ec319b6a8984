import { parse } from 'csv-parse/sync';
import type { FoldedLabels } from '../../analysis/label-differences/fold-labels.ts';
import type { GoldValues } from '../../analysis/label-differences/gold-values.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import type { RunPlan } from '../../model/record/run-record.ts';

/**
 * Reads the number of values in the gold. `given` is this number for all compared documents (at least 1), or the path
 * of a CSV file. The file has one row per document of a simple random sample, and the columns `document` and `values`.
 * Throws USAGE if the number is invalid, or if the processor does not extract values. Throws LABELS_INVALID if a row of
 * the file is invalid.
 */
export async function readGoldValues(
  given: number | string | undefined,
  { dataset }: Pick<RunPlan, 'dataset'>,
  { run, compared }: Pick<FoldedLabels, 'run' | 'compared'>,
): Promise<GoldValues | undefined> {
  if (given === undefined) return undefined;
  const isNumber = typeof given === 'number' || /^[\d.+-]+$/.test(given.trim());
  if (dataset.kind !== 'EXTRACT')
    throw new GoldsetError('USAGE', {
      problem: `--gold-values applies only to EXTRACT processors, and this comparison is of ${dataset.kind} processors`,
      fix: 'Omit the flag.',
    });
  if (isNumber && !(Number.isInteger(Number(given)) && Number(given) >= 1))
    throw new GoldsetError('USAGE', {
      problem: `--gold-values: found "${given}", expected the number of values in the gold, or a CSV file`,
      fix: 'Give a whole number from 1, or a file with the columns "document" and "values".',
    });
  if (isNumber) return { total: Number(given) };
  const file = String(given);
  const known = new Set(Array.from(compared, (position) => run.itemIds[position] as string));
  const sample = readRows(file, await readTextFile(file)).map(({ line, document, values }) => {
    const count = values.trim() === '' ? Number.NaN : Number(values);
    if (!(Number.isInteger(count) && count >= 0))
      throw invalid(file, line, 'values', values, 'a whole number from 0');
    if (!known.delete(document))
      throw invalid(file, line, 'document', document, 'a document of the comparison, at most once');
    return count;
  });
  if (sample.length < 2 || sample.every((count) => count === 0))
    throw invalid(
      file,
      1,
      'rows',
      `${sample.length} documents`,
      'at least two documents, and at least one value in all',
    );
  return { sample, file };
}

function readRows(
  file: string,
  text: string,
): { readonly line: number; readonly document: string; readonly values: string }[] {
  let rows: { readonly record: Record<string, string>; readonly info: { readonly lines: number } }[];
  try {
    rows = parse(text, { columns: true, bom: true, info: true, skip_empty_lines: true });
  } catch (thrown) {
    throw invalid(file, 1, 'the file', messageOf(thrown), 'CSV with the columns "document" and "values"');
  }
  return rows.map(({ record, info }) => {
    const { document, values } = record;
    if (document === undefined || values === undefined)
      throw invalid(file, 1, 'columns', Object.keys(record).join(', '), 'document, values');
    return { line: info.lines, document, values };
  });
}

function invalid(file: string, line: number, path: string, found: string, expected: string): GoldsetError {
  const fix = 'Correct the row.';
  return new GoldsetError('LABELS_INVALID', { file, line, path, found: found.slice(0, 80), expected, fix });
}
