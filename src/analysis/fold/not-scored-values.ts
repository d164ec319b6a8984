import { type NotScored, unclearReason } from '../../model/dataset/not-scored.ts';

/** At most this many unclear values are listed with their reason. */
const maxUnclear = 100;

/** Number of values that the gold marks as not scored, so that no figure includes them. */
export interface NotScoredValues {
  notAnnotated: number;
  unclear: number;
  /** The first 100 unclear values, in the order of the documents. */
  readonly unclearValues: { readonly itemId: string; readonly path: string; readonly reason: string }[];
}

export function countNotScored(values: NotScoredValues, itemId: string, notScored: NotScored): void {
  for (const [path, mark] of Object.entries(notScored)) {
    const reason = unclearReason(mark);
    if (reason === null) {
      values.notAnnotated++;
      continue;
    }
    values.unclear++;
    if (values.unclearValues.length < maxUnclear) values.unclearValues.push({ itemId, path, reason });
  }
}
