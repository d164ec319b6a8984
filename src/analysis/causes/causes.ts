import type { Outcome } from '../../model/score/item-score.ts';
import {
  isCurrencyChanged,
  isDayMonthSwapped,
  isOtherFormat,
  isPowerOfTen,
  isSignChanged,
} from './date-and-amount-rules.ts';
import { isMisread } from './misread-characters.ts';
import { isNeighbour, isOfOtherPage } from './place-rules.ts';
import { isExtraRow, isMissingRow, isRowChange } from './row-rules.ts';
import { isCutOrJoined, isOtherCase, isOtherSpacing, isParaphrase } from './text-rules.ts';
import { isChoice } from './value-relations.ts';
import type { WrongValue } from './wrong-value.ts';

/** A reason why values are wrong, with a rule that recognises such values. */
export interface Cause {
  /** Name in causes.csv and JSON. */
  readonly name: string;
  readonly label: string;
  readonly doc: string;
  /** Example of an expected and a wrong value, or a description of an example. */
  readonly example: string;
  /** The rule is applied only to values with one of these outcomes. */
  readonly outcomes: readonly WrongOutcome[];
  readonly applies: (wrong: WrongValue) => boolean;
}

const wrongOutcomes = ['incorrect', 'missing', 'spurious'] as const;
type WrongOutcome = (typeof wrongOutcomes)[number];

/**
 * All causes, the most specific first. A wrong value has the first cause whose rule applies. The rule of the last cause
 * applies to every value.
 */
export const causes = defineCauses([
  {
    name: 'no-result',
    label: 'Document without a result',
    doc: 'The item run of the document failed. The scoring policy `failures` counts its values as missing.',
    example: 'a run that timed out',
    outcomes: ['missing'],
    applies: ({ document }) => !document.hasOutput,
  },
  {
    name: 'rows',
    label: 'Table rows merged, split or shifted',
    doc: 'The output merged two rows into one, or split one row into two. All wrong values of such rows have this cause, including numbers. If the output has a single value in the wrong row, this is the cause in three cases: a second value of the same two rows moved too, the two rows exchanged their values, or the value above or below moved in the same direction.',
    example: '`bolt` and `nut` → `bolt nut`',
    outcomes: wrongOutcomes,
    applies: isRowChange,
  },
  {
    name: 'missing-row',
    label: 'Table row not found',
    doc: 'The output has no row for the expected row of the value. Exception: if a list has one value per row and the output has a similar extra value, goldset compares the two values. Both then get the cause of their difference, such as `misread-characters`, instead of this cause.',
    example: 'the last row of a table → nothing',
    outcomes: ['missing'],
    applies: isMissingRow,
  },
  {
    name: 'extra-row',
    label: 'Table row that the document does not have',
    doc: 'The output has a row that no expected row matches.',
    example: 'nothing → a line with the total as a row',
    outcomes: ['spurious'],
    applies: isExtraRow,
  },
  {
    name: 'day-month-swapped',
    label: 'Day and month swapped',
    doc: 'The predicted date is the expected date with day and month exchanged. The date may be part of a longer text, such as a period.',
    example: '`2026-03-04` → `2026-04-03`',
    outcomes: ['incorrect'],
    applies: isDayMonthSwapped,
  },
  {
    name: 'sign',
    label: 'Minus sign lost or added',
    doc: 'The two amounts differ only in their sign.',
    example: '`(12.50)` → `12.50`',
    outcomes: ['incorrect'],
    applies: isSignChanged,
  },
  {
    name: 'power-of-ten',
    label: 'Decimal point moved: 10, 100 or 1,000 times too large or too small',
    doc: 'One amount is 10 to 1,000,000 times the other (a power of ten). If the predicted amount is the smaller one, its last digits may be rounded or cut off.',
    example: '`1234.5` → `12345`',
    outcomes: ['incorrect'],
    applies: isPowerOfTen,
  },
  {
    name: 'currency',
    label: 'Currency missing, extra or wrong',
    doc: 'The amounts are equal, also within a longer text, but the currencies differ. Or both values are names of different currencies. Or the field contains only a currency, and exactly one of the two values is empty.',
    example: '`$8.20` → `8.20`',
    outcomes: wrongOutcomes,
    applies: isCurrencyChanged,
  },
  {
    name: 'letter-case',
    label: 'Only capital and small letters differ',
    doc: 'The texts are equal except for capital and small letters.',
    example: '`Acme Ltd` → `ACME LTD`',
    outcomes: ['incorrect'],
    applies: isOtherCase,
  },
  {
    name: 'spaces-punctuation',
    label: 'Only spaces, punctuation marks or letter case differ',
    doc: 'The texts have the same letters and digits in the same order. Letter case is ignored. If only letter case differs, the cause is `letter-case`.',
    example: '`F26-0293` → `F26 0293`',
    outcomes: ['incorrect'],
    applies: isOtherSpacing,
  },
  {
    name: 'other-format',
    label: 'Same date or number, written differently',
    doc: 'Both texts can be read as the same date or the same amount.',
    example: '`18-11-18` → `2018-11-18`',
    outcomes: ['incorrect'],
    applies: isOtherFormat,
  },
  {
    name: 'wrong-choice',
    label: 'Another option of a fixed list, or yes and no exchanged',
    doc: 'The field is a boolean or has a list of permitted values.',
    example: '`true` → `false`',
    outcomes: ['incorrect'],
    applies: isChoice,
  },
  {
    name: 'other-page',
    label: 'Value from another page',
    doc: 'The document shows the predicted value, but only on pages that do not show the expected value. The rule needs the text of the document, or citations in the outputs. If no page shows the expected value, the rule uses the pages of the expected values directly before and after it. The rule needs a predicted value of at least three characters, or two digits.',
    example: 'the total of the next invoice of a file',
    outcomes: ['incorrect'],
    applies: isOfOtherPage,
  },
  {
    name: 'neighbouring-label',
    label: 'Value of another field or label',
    doc: 'The predicted value is the expected value of another field, the name of a field, or another text on the page of the expected value. The last case needs the text of the document. Unless it is the name of a field, a predicted value of one or two characters counts only if it comes from the same table row, or if the page shows it directly next to the expected value. The rule does not apply if the longer of the two values contains the shorter one and is at most twice as long.',
    example: 'the due date as issue date',
    outcomes: ['incorrect', 'spurious'],
    applies: isNeighbour,
  },
  {
    name: 'cut-or-joined',
    label: 'Text cut off, or joined with other text',
    doc: 'One text is a part of the other text. Or it consists of some words of the other text, in the same order. Or its end is the beginning of the other text. If the document contains the expected text but not the predicted text, only the first case counts. A number is cut off if it lacks the first or last digits of the other number.',
    example: '`12 Mill Lane, Basel` → `12 Mill Lane`',
    outcomes: ['incorrect'],
    applies: isCutOrJoined,
  },
  {
    name: 'misread-characters',
    label: 'Characters misread, such as 0 and O or 1 and l',
    doc: 'All differences are characters that look alike, or lost accents. Texts of at least 8 characters may have one further different letter, and texts of at least 16 characters two. One digit, or up to a third of the digits of a value, may be replaced by digits that look alike.',
    example: '`INV-1052` → `INV-lO52`',
    outcomes: ['incorrect'],
    applies: isMisread,
  },
  {
    name: 'paraphrase',
    label: 'Same words in another order, or other words with an equal meaning',
    doc: 'The texts have the same words in another order, or share at least 60 % of the words with more than three letters. A third of these words is enough if the document contains the expected text and not the predicted text. Abbreviations and initialisms count as the words that they stand for. The rule does not apply if each text has a number that the other lacks.',
    example: '`due within 30 days` → `within 30 days due`',
    outcomes: ['incorrect'],
    applies: isParaphrase,
  },
  {
    name: 'missing',
    label: 'Value not found',
    doc: 'The output has no value.',
    example: '`Net 30` → nothing',
    outcomes: ['missing'],
    applies: () => true,
  },
  {
    name: 'extra',
    label: 'Value where the document has none',
    doc: 'The gold has no value.',
    example: 'nothing → `Net 30`',
    outcomes: ['spurious'],
    applies: () => true,
  },
  {
    name: 'unknown',
    label: 'No known cause',
    doc: 'No other rule applies.',
    example: '`Acme Ltd` → `Thank you`',
    outcomes: wrongOutcomes,
    applies: () => true,
  },
]);

export type CauseName = (typeof causes)[number]['name'];

const numbersOf = (outcome: WrongOutcome) =>
  causes.flatMap(({ outcomes }, number) => (outcomes.includes(outcome) ? [number] : []));

/** For each wrong outcome: the indexes in `causes` of all causes that a value with this outcome can have. */
const numbers = {
  incorrect: numbersOf('incorrect'),
  missing: numbersOf('missing'),
  spurious: numbersOf('spurious'),
};

export function isWrongOutcome(outcome: Outcome): outcome is WrongOutcome {
  return Object.hasOwn(numbers, outcome);
}

/** Returns the index in `causes` of the cause of a wrong value. */
export function causeOf(wrong: WrongValue): number {
  const { outcome } = wrong;
  const possible = isWrongOutcome(outcome) ? numbers[outcome] : [];
  return possible.find((number) => causes[number]?.applies(wrong)) ?? causes.length - 1;
}

/** Returns whether a cause means that a whole row is missing or extra. */
export function isWholeRow(cause: number): boolean {
  const name = causes[cause]?.name;
  return name === 'missing-row' || name === 'extra-row';
}

export function isUnknown(cause: number): boolean {
  return cause === causes.length - 1;
}

function defineCauses<const Name extends string>(
  list: readonly (Cause & { readonly name: Name })[],
): readonly (Cause & { readonly name: Name })[] {
  return list;
}
