import { grouped } from '../../base/phrases.ts';
import { placeText } from '../../base/place-text.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { displayValue } from '../display-value.ts';
import { type CauseName, causes } from './causes.ts';
import { currencyOf, powerOf } from './date-and-amount-rules.ts';
import type { ExplainedLeaf } from './find-causes.ts';
import { ValueForms } from './value-forms.ts';

/** Returns in words what is wrong with a value. `leaves` are all leaves of the output. */
type Reason = (expected: ValueForms, predicted: ValueForms, leaves: readonly LeafOutcome[]) => string;

/** Texts for some causes. For the other causes, the two values already show what is wrong. */
const reasons: Partial<Record<CauseName, Reason>> = {
  rows: () => 'table rows merged, split or shifted',
  'day-month-swapped': () => 'day and month swapped',
  sign: (expected) =>
    expected.amounts.some((amount) => amount < 0) ? 'minus sign lost' : 'minus sign added',
  'power-of-ten': (expected, predicted, leaves) => {
    const power = powerOf(expected, predicted, leaves);
    return `${grouped(10 ** Math.abs(power))} times too ${power > 0 ? 'large' : 'small'}`;
  },
  currency: (expected, predicted) => {
    const [wanted, found] = [currencyOf(expected), currencyOf(predicted)];
    if (found === '') return expected.isAmount ? 'without currency' : 'currency missing';
    return wanted === '' ? 'with a currency' : 'another currency';
  },
  'letter-case': () => 'only capital and small letters differ',
  'spaces-punctuation': () => 'only spaces or punctuation marks differ',
  'other-format': () => 'same date or number, written differently',
  'neighbouring-label': (_, predicted, leaves) => {
    const shown = displayValue(predicted.value);
    const source = leaves.find(({ expected }) => expected != null && displayValue(expected) === shown);
    return source ? `value of ${placeText(source.path)}` : 'value of another field or label';
  },
  'other-page': () => 'value from another page',
  'cut-or-joined': (expected, predicted) => {
    const [wanted, found] = [expected.bare.length, predicted.bare.length];
    if (predicted.isAmount) return found < wanted ? 'digits missing' : 'too many digits';
    return found < wanted ? 'text cut off' : 'joined with other text';
  },
  'misread-characters': (expected, predicted) => misread([...expected.plain], [...predicted.plain]),
  paraphrase: () => 'other words or another order of words',
};

/**
 * Returns in a few words why a value is wrong, such as `10 times too large`. Returns `null` if the two values already
 * show what is wrong. `leaves` are all leaves of the output.
 */
export function reasonText(
  { leaf, cause, counterpart }: ExplainedLeaf,
  leaves: readonly LeafOutcome[],
): string | null {
  const name = causes[cause]?.name;
  const reason = name === undefined ? undefined : reasons[name];
  if (reason === undefined) return null;
  const [one, two] = leaf.spuriousRow ? [counterpart ?? leaf, leaf] : [leaf, counterpart ?? leaf];
  const [expected, predicted] = [one.expected ?? null, two.predicted ?? null];
  const text = reason(
    new ValueForms(expected),
    new ValueForms(predicted),
    leaves.filter((other) => other !== leaf && other !== counterpart),
  );
  if (counterpart === undefined) return text;
  return leaf.spuriousRow
    ? `${text} (expected: ${displayValue(expected)})`
    : `${text} (predicted: ${displayValue(predicted)})`;
}

/** A reason names at most this many misread characters. */
const mostNamed = 2;

/**
 * Returns a text such as `O read as 0` if the values have equal lengths and at most `mostNamed` kinds of differences.
 * Otherwise, returns `characters misread`.
 */
function misread(expected: readonly string[], predicted: readonly string[]): string {
  const pairs = expected.flatMap((wanted, at) =>
    wanted === predicted[at] ? [] : [`${wanted} read as ${predicted[at]}`],
  );
  const named = [...new Set(pairs)];
  const isShort = expected.length === predicted.length && named.length > 0 && named.length <= mostNamed;
  return isShort ? named.join(', ') : 'characters misread';
}
