import path from 'node:path';
import { applyReview } from '../loaders/apply-review.ts';
import type { ApplyReviewAnswer } from '../model/command-answers.ts';

export interface ApplyReviewFlags {
  readonly out?: string;
  readonly who?: string;
  readonly json?: boolean;
}

/** The work of `goldset dataset apply-review`. */
export async function runApplyReview(
  dataset: string,
  review: string,
  flags: ApplyReviewFlags,
): Promise<void> {
  const who = flags.who ?? process.env.USER ?? process.env.USERNAME ?? 'unknown';
  const applied = await applyReview({
    dataset,
    review,
    at: new Date().toISOString(),
    who,
    ...(flags.out === undefined ? {} : { out: flags.out }),
  });
  if (flags.json)
    process.stdout.write(`${JSON.stringify({ exitCode: 0, ...applied } satisfies ApplyReviewAnswer)}\n`);
  else {
    const { changed, kept, unchanged, undecided, version } = applied;
    const where = path.relative(process.cwd(), applied.dataset) || '.';
    process.stdout.write(
      `${where} is version ${version}: ${changed} labels changed, ${kept} kept, ${unchanged} were so already, ${undecided} undecided\n`,
    );
    if (changed > 0)
      process.stdout.write(
        `The labels before are in ${path.join(where, 'history')}; who changed what, when and why in changes.jsonl there.\n`,
      );
  }
}
