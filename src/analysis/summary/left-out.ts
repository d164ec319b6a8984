import { grouped, joinList, pluralise } from '../../base/phrases.ts';
import { allPositions, endedPositions, type FoldedRun } from '../fold/folded-run.ts';
import { unitWord } from './clauses.ts';

/**
 * If the item runs of a document have not ended in every version, no figure covers the document. Returns a sentence
 * with the number of these documents and the reason. Returns `null` if the figures cover all documents.
 */
export function leftOutText(run: FoldedRun): string | null {
  const { count, versions, plan } = run;
  const ended = endedPositions(run).length;
  if (ended === count) return null;
  const cancelled = allPositions(count).filter((position) =>
    versions.some(({ states }) => states.at(position) === 'cancelled'),
  ).length;
  const notRun = count - ended - cancelled;
  const where = versions.length === 1 ? '' : ' in every version';
  const reasons = [
    ...(notRun === 0 ? [] : [`${grouped(notRun)} did not run${where}`]),
    ...(cancelled === 0 ? [] : [`${grouped(cancelled)} ${cancelled === 1 ? 'was' : 'were'} cancelled`]),
  ];
  const unit = unitWord(plan.dataset.kind);
  const covered =
    ended === 0
      ? `There are no figures yet, because no ${unit} has ended${where}`
      : `The figures so far cover ${grouped(ended)} of ${pluralise(count, unit)}`;
  return `${covered}: ${joinList(reasons)}.`;
}
