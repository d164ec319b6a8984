import { pluralise } from '../base/phrases.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { NewErrorsRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { maxNamed, noBaseline, openCheck } from './check.ts';

/**
 * Checks the number of documents with new errors. The check needs no interval, because the rule is about
 * exactly these documents and not about a larger population.
 */
export function checkNewErrors(
  rule: NewErrorsRule,
  subject: GateSubject,
  baseline: GateBaseline,
): VerdictCheck {
  const slice = subject.name.replace(/^documents/, '');
  const fields = rule.field === undefined ? '' : ` in ${rule.field}`;
  const check = openCheck(
    {
      name:
        rule.max === 0
          ? `no document${slice} has new errors${fields}`
          : `at most ${pluralise(rule.max, 'document')}${slice} with new errors${fields}`,
      rule: 'new-errors',
      value: baseline.state === 'usable' ? subject.documents : null,
      bound: rule.max,
      n: subject.of,
      unit: 'count',
    },
    subject,
  );
  if (baseline.state !== 'usable') return check.inconclusive(noBaseline(baseline));
  if (subject.of === 0) return check.inconclusive('there are no such documents');
  const found = `${subject.documents} of ${pluralise(subject.of, 'document')} ${subject.documents === 1 ? 'has' : 'have'} new errors`;
  if (subject.documents <= rule.max) return check.pass(found);
  const shown = subject.leaves
    .slice(0, maxNamed)
    .map(({ itemId, path, baseline: was, candidate }) => `${itemId} ${path} (${was ?? '—'} → ${candidate})`);
  return check.fail(`${found}: ${shown.join(', ')}${subject.leaves.length > maxNamed ? ', ...' : ''}`);
}
