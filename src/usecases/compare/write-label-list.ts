import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RecordSide } from '../../analysis/compare/pair-records.ts';
import { fieldList, scoringConfig } from '../../analysis/config-changes/scoring-config.ts';
import { listLabelDifferences } from '../../analysis/label-differences/label-list.ts';
import type { QuotaRule } from '../../analysis/label-differences/list-design.ts';
import { sequentialScope } from '../../analysis/label-differences/sequential-labels.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { writeFileAtomically } from '../../base/write-file.ts';
import { type LabelLine, type LabelListHead, labelOf, restPath } from '../../model/record/label-list.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { LabelListResult } from '../../model/results/label-results.ts';
import { type LabelSource, pairedSource, rejectClusters } from './label-source.ts';
import { readLabelList } from './read-label-list.ts';

export interface ListRequest {
  /** Share of the differing documents to include, above 0 and at most 1. */
  readonly share: number;
  readonly quotas?: QuotaRule | undefined;
  /**
   * Field of a sequential list. `true` means the primary field of the run, or all values if the run has no primary
   * field.
   */
  readonly sequential?: string | true | undefined;
  /** Path of an earlier list. Its answers are copied to the new list. */
  readonly answersFrom?: string | undefined;
}

/**
 * Writes the list of values in which two versions differ, for a person to label. Throws an error if the file exists,
 * because it may contain labels.
 */
export async function writeLabelList(
  file: string,
  { share, quotas, sequential, answersFrom }: ListRequest,
  source: LabelSource,
): Promise<LabelListResult> {
  const { reader, options, names } = await pairedSource(source);
  const { scoring, statistics } = options;
  const target = path.resolve(file);
  if (existsSync(target))
    throw new GoldsetError('OUTPUT_NOT_WRITABLE', {
      file: target,
      reason: 'it already exists and may have answers',
    });
  if (sequential !== undefined) rejectClusters(statistics);
  checkQuotaFields(quotas, reader.plan);
  const name = sequential === true ? undefined : sequential;
  const made = await listLabelDifferences(reader, {
    scoring,
    share,
    seed: statistics.seed,
    quotas,
    ...(sequential !== undefined && {
      sequential: {
        scope: sequentialScope(reader.plan, name, statistics.primary),
        confidence: statistics.confidence,
      },
    }),
  });
  const head: LabelListHead = { ...made.head, compared: comparedSides(source, path.dirname(target)) };
  const { lines, answered } = await withAnswers(made.lines, answersFrom);
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFileAtomically(target, text);
  const { documents, differing, included } = head;
  const values = lines.filter((line) => line.path !== restPath).length;
  return {
    schemaVersion: 1,
    list: target,
    ...names,
    documents,
    differing,
    included,
    values,
    answered,
    share,
    quotas: head.quotas ?? null,
    sequential: head.sequential?.scope ?? null,
    scorerFingerprint: head.scorer,
  };
}

/** Describes the two compared versions for the list. Paths of records are relative to the folder of the list. */
function comparedSides(
  { baseline, candidate, common }: LabelSource,
  folder: string,
): NonNullable<LabelListHead['compared']> {
  const side = ({ reader, version, repeat }: RecordSide) => ({
    record: path.relative(folder, path.resolve(reader.dir)).split(path.sep).join('/') || '.',
    recordId: reader.plan.recordId,
    version: version ?? reader.plan.versions[0]?.requested ?? '',
    ...(repeat !== undefined && { repeat }),
  });
  return {
    baseline: side(baseline),
    candidate: side(candidate),
    commonItems: common === true,
  };
}

/**
 * Copies the answers of an earlier list to the new list. Throws LABELS_INVALID if the earlier list has an answer to a
 * line that the new list does not contain.
 */
async function withAnswers(
  lines: readonly LabelLine[],
  answersFrom: string | undefined,
): Promise<{ readonly lines: readonly LabelLine[]; readonly answered: number }> {
  if (answersFrom === undefined) return { lines, answered: 0 };
  const { list } = await readLabelList(path.resolve(answersFrom));
  const keyOf = ({ document, path: place, outputs, scorer }: LabelLine) =>
    JSON.stringify([document, place, outputs, scorer]);
  const earlier = new Map(
    list.lines.filter(({ answer }) => labelOf(answer).state !== 'open').map((line) => [keyOf(line), line]),
  );
  const answered = earlier.size;
  const copied = lines.map((line) => {
    const { answer, comment } = earlier.get(keyOf(line)) ?? {};
    earlier.delete(keyOf(line));
    return answer === undefined ? line : { ...line, answer, ...(comment !== undefined && { comment }) };
  });
  const [lost] = [...earlier.values()];
  if (lost !== undefined)
    throw new GoldsetError('LABELS_INVALID', {
      file: list.file,
      line: lost.line,
      path: lost.path,
      found: `an answer for ${lost.document} in the earlier list`,
      expected: 'a line that the new list also contains',
      fix: 'Use the records, scoring options and seed of the earlier list, and a share or quotas that are not smaller.',
    });
  return { lines: copied, answered };
}

function checkQuotaFields(quotas: QuotaRule | undefined, plan: RunPlan): void {
  const { config } = scoringConfig(plan);
  if (quotas === undefined || config.type !== 'EXTRACT') return;
  const known = fieldList(config, []).map(({ field }) => field);
  const unknown = [...quotas.byField.keys()].find((field) => known.length > 0 && !known.includes(field));
  if (unknown === undefined) return;
  throw new GoldsetError('USAGE', {
    problem: `--quota: found the field "${unknown}", expected one of ${truncateList(known, 20)}`,
    fix: 'Correct the name of the field.',
  });
}
