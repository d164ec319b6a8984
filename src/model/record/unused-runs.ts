import { pluralise, truncateList } from '../../base/phrases.ts';
import type { RunSummary } from './run-record.ts';

const maxListed = 5;

/** Returns notices on runs that were, or may have been, created twice. */
export function unusedRunNotices({ unusedRuns, unconfirmed }: RunSummary): string[] {
  const notices: string[] = [];
  if (unusedRuns !== undefined && unusedRuns.length > 0) {
    const named = unusedRuns.map(
      ({ runId, itemId, version, credits }) =>
        `${runId} (${itemId}, ${version}, ${credits === null ? 'credits unknown' : pluralise(credits, 'credit')})`,
    );
    const credits = unusedRuns.reduce((sum, run) => sum + (run.credits ?? 0), 0);
    notices.push(
      `the service created ${pluralise(unusedRuns.length, 'run')} twice; the unused second runs cost ${pluralise(credits, 'credit')}: ${truncateList(named, maxListed)}`,
    );
  }
  if (unconfirmed !== undefined && unconfirmed.length > 0) {
    const named = unconfirmed.map(({ itemId, version }) => `${itemId} (${version})`);
    notices.push(
      `${pluralise(unconfirmed.length, 'item run')} may have a second, unused run, because requests failed and the service does not list all runs: ${truncateList(named, maxListed)}`,
    );
  }
  return notices;
}
