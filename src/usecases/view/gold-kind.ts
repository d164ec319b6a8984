import type { NewGold } from '../report/new-gold.ts';

/** Which gold a report uses: that of the run, the newest version of the dataset, or this version with edits that are not saved. */
export function goldKind(gold: NewGold | undefined): 'run' | 'saved' | 'preview' {
  if (gold === undefined) return 'run';
  return gold.edits.length === 0 ? 'saved' : 'preview';
}
