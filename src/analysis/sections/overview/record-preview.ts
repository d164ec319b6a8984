import { isScalar, type JsonValue } from '../../../model/json/json-value.ts';
import type { ExtractionScoringOptions } from '../../../scorers/extraction/scoring-options.ts';
import { type FoldSource, scoreAgain } from '../../fold/fold-record.ts';
import { versionNames } from '../../fold/folded-run.ts';

/** The number of leaves of a record is estimated from this many documents. */
const sampleSize = 100;

export interface RecordPreview {
  readonly versions: readonly string[];
  /**
   * Estimates from the first 100 documents how many leaves the record has in all versions: expected leaves (`all`), or
   * leaves with a wrong outcome (`wrong`).
   */
  readonly estimate: (leaves: 'all' | 'wrong') => Promise<number>;
}

/** Returns a preview of a record. Reads nothing until an estimate is requested. */
export function previewRecord(source: FoldSource, scoring: ExtractionScoringOptions): RecordPreview {
  const { plan } = source;
  const { count } = plan.items;
  const sample = Math.min(count, sampleSize);
  const positions = () => Array(sample).keys();
  return {
    versions: versionNames(plan),
    async estimate(leaves) {
      let found = 0;
      if (leaves === 'wrong')
        await scoreAgain(source, scoring, positions(), (_, { versions }) => {
          for (const { counts } of versions) found += counts.incorrect + counts.missing + counts.spurious;
        });
      else
        for await (const { item } of source.documents(positions()))
          found += countLeaves(item.expectedOutput) * plan.versions.length;
      return sample === 0 ? 0 : Math.round((found / sample) * count);
    },
  };
}

/** Counts the scalars in a value. Uses an explicit stack, so any depth is possible. */
function countLeaves(value: unknown): number {
  let leaves = 0;
  const open = [value as JsonValue];
  while (open.length > 0) {
    const next = open.pop() as JsonValue;
    if (isScalar(next)) leaves++;
    else for (const part of Object.values(next)) open.push(part);
  }
  return leaves;
}
