import type { ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type { RecordReader } from '../../record/read/open-record.ts';

/** Credits of the outputs in an earlier record. They are used to estimate the credits of a new run. */
export interface KnownCredits {
  /** Folder of the earlier record. */
  readonly record: string;
  /**
   * Returns the mean credits per output of a version in the earlier record. Uses the version with the same config, or
   * otherwise the version with the same requested name. If the earlier record has no such version, returns the mean
   * over all outputs.
   */
  meanOf(version: Pick<ResolvedVersion, 'configHash' | 'requested'>): number;
  /** Number of credits of the most expensive output. */
  readonly largest: number;
}

/**
 * Returns the credits of a record's outputs, including reused ones. Returns `null` if no output has credits.
 */
export async function readCredits({ dir, plan, rows }: RecordReader): Promise<KnownCredits | null> {
  const sums = new Map<string, { runs: number; credits: number }>();
  let largest = 0;
  for await (const { version, state, credits } of rows()) {
    if (state !== 'processed' || credits === null) continue;
    const sum = sums.get(version) ?? { runs: 0, credits: 0 };
    sums.set(version, { runs: sum.runs + 1, credits: sum.credits + credits });
    largest = Math.max(largest, credits);
  }
  if (sums.size === 0) return null;
  const all = [...sums.values()];
  const meanOf = (found: readonly { runs: number; credits: number }[]) =>
    found.reduce((total, { credits }) => total + credits, 0) /
    found.reduce((total, { runs }) => total + runs, 0);
  return {
    record: dir,
    largest,
    meanOf: ({ configHash, requested }) => {
      const sameConfig = plan.versions.find((version) => version.configHash === configHash)?.requested;
      const own = sums.get(sameConfig ?? '') ?? sums.get(requested);
      return meanOf(own === undefined ? all : [own]);
    },
  };
}

/**
 * Returns the expected credits of all item runs without a result. For each version, multiplies the number of these item
 * runs by the mean credits of the version.
 */
export function expectedCredits(
  plan: RunPlan,
  openRuns: readonly number[],
  known: Pick<KnownCredits, 'meanOf'>,
): number {
  return plan.versions.reduce((total, version, i) => total + (openRuns[i] ?? 0) * known.meanOf(version), 0);
}
