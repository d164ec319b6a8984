import type { NewGold } from '../report/new-gold.ts';

/**
 * Returns which gold a report uses: `run` is the gold at the time of the run, `saved` is the newest version of the
 * dataset, and `preview` is the newest version with unsaved edits.
 */
export function goldKind(gold: NewGold | undefined): 'run' | 'saved' | 'preview' {
  if (gold === undefined) return 'run';
  return gold.edits.length === 0 ? 'saved' : 'preview';
}
