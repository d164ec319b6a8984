import { pluralise } from '../base/phrases.ts';
import { placeText } from '../base/place-text.ts';
import type { GateBaseline, GateSubject } from '../model/gate/gate-evidence.ts';
import type { NewErrorsRule, NewlyWrongRule } from '../model/gate/gate-policy.ts';
import type { VerdictCheck } from '../model/score/comparison.ts';
import { maxNamed, noBaseline, openCheck } from './check.ts';

type DocumentRule =
  | ({ readonly kind: 'newlyWrong' } & NewlyWrongRule)
  | ({ readonly kind: 'newErrors' } & NewErrorsRule);

const words = {
  newlyWrong: { none: 'is newly wrong', some: 'newly wrong', one: 'is newly wrong', many: 'are newly wrong' },
  newErrors: {
    none: 'has new errors',
    some: 'with new errors',
    one: 'has new errors',
    many: 'have new errors',
  },
} as const;

/**
 * Checks how many documents are newly wrong or have new errors. No interval is needed, because the rule is about
 * exactly the documents that were measured.
 */
export function checkDocumentCount(
  rule: DocumentRule,
  subject: GateSubject,
  baseline: GateBaseline,
): VerdictCheck {
  const { none, some, one, many } = words[rule.kind];
  const slice = subject.name.replace(/^documents/, '');
  const fields = rule.kind === 'newlyWrong' || rule.field === undefined ? '' : ` in ${rule.field}`;
  const check = openCheck(
    {
      name:
        rule.max === 0
          ? `no document${slice} ${none}${fields}`
          : `at most ${pluralise(rule.max, 'document')}${slice} ${some}${fields}`,
      rule: rule.kind,
      value: baseline.state === 'usable' ? subject.documents : null,
      bound: rule.max,
      n: subject.of,
      unit: 'count',
    },
    subject,
  );
  if (baseline.state !== 'usable') return check.inconclusive(...noBaseline(baseline));
  if (subject.of === 0) return check.inconclusive('nothing-matched', 'the rule covers no document');
  const found = `${subject.documents} of ${pluralise(subject.of, 'document')} ${subject.documents === 1 ? one : many}`;
  if (rule.max >= subject.of)
    return check.inconclusive(
      'cannot-fail-here',
      `${found}; the rule could not fail here, because "max" is ${rule.max} and the rule covers ${pluralise(subject.of, 'document')}`,
    );
  if (subject.documents <= rule.max) return check.pass(found);
  const shown = subject.leaves
    .slice(0, maxNamed)
    .map(
      ({ itemId, path, extraRow, baseline: was, candidate }) =>
        `${itemId} ${placeText(path, extraRow)} (${was ?? '—'} → ${candidate})`,
    );
  return check.fail(`${found}: ${shown.join(', ')}${subject.leaves.length > maxNamed ? ', ...' : ''}`);
}
