import { pluralise } from '../../base/phrases.ts';
import type { ChangeCounts } from '../../model/report/document-state.ts';

/**
 * Returns how the documents changed, as a sentence without its full stop: `7 documents have 12 new errors (all 7 have
 * fewer errors in total), 1 is newly wrong, 21 have fewer errors, 26 are now fully right`. A newly wrong document
 * without a new error is one that no longer has a result.
 */
export function changesText(counts: ChangeCounts): string {
  const { states, newlyWrong, newErrors } = counts;
  const kinds: [number, string, string][] = [
    [newlyWrong, 'is newly wrong', 'are newly wrong'],
    [states.fewerErrors, 'has fewer errors', 'have fewer errors'],
    [states.nowRight, 'is now fully right', 'are now fully right'],
    [states.otherWrong, 'has another wrong answer', 'have other wrong answers'],
  ];
  const others = kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  if (newErrors === 0 && others.length === 0) return 'No document changed';
  return [newErrorsText(counts), ...others].join(', ');
}

function newErrorsText({ newErrors, newErrorValues, newErrorsButFewer: fewer }: ChangeCounts): string {
  if (newErrors === 0) return 'No document has a new error';
  const errors = `${pluralise(newErrors, 'document')} ${newErrors === 1 ? 'has' : 'have'} ${pluralise(newErrorValues, 'new error')}`;
  if (fewer === 0) return errors;
  if (newErrors === 1) return `${errors} (and fewer errors in total)`;
  const which = fewer === newErrors ? `all ${fewer}` : `${fewer} of them`;
  return `${errors} (${which} ${fewer === 1 ? 'has' : 'have'} fewer errors in total)`;
}
