import { applyReview as writeReviewed } from '../../loaders/review/apply-review.ts';
import type { AppliedReview } from '../../model/results/command-results.ts';
import { type Ports, silentPorts } from '../ports.ts';

export interface ApplyReviewRequest {
  /** Folder of a dataset with items.jsonl. */
  readonly dataset: string;
  readonly review: string;
  /** New folder for the new version; the dataset itself if it is not given. */
  readonly out?: string;
  /** Reviewer for lines without a name; the login name if it is not given. */
  readonly reviewer?: string;
}

/** Writes a new version of a dataset from a review list with decisions. */
export async function applyReview(
  request: ApplyReviewRequest,
  { env }: Ports = silentPorts,
): Promise<AppliedReview> {
  const reviewer = request.reviewer ?? env.USER ?? env.USERNAME ?? 'unknown';
  return writeReviewed({ ...request, reviewer, at: new Date().toISOString() });
}
