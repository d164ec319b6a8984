import type { Outcome } from '../../model/score/item-score.ts';
import {
  isCurrencyChanged,
  isDayMonthSwapped,
  isOtherFormat,
  isPowerOfTen,
  isSignChanged,
} from './date-and-amount-rules.ts';
import { isMisread } from './misread-characters.ts';
import {
  isChoice,
  isExtraRow,
  isMissingRow,
  isNeighbour,
  isOfOtherPage,
  isRowChange,
} from './place-rules.ts';
import { isCutOrJoined, isOtherCase, isOtherSpacing, isParaphrase } from './text-rules.ts';
import type { WrongValue } from './wrong-value.ts';

/** A reason why values are wrong, with the rule that recognises it. */
export interface Cause {
  /** Name in causes.csv and JSON. */
  readonly name: string;
  /** The cause in plain words. */
  readonly label: string;
  /** When the rule applies, as one sentence. */
  readonly doc: string;
  /** An expected and a wrong value, or a phrase. */
  readonly example: string;
  /** Outcomes of the leaves that can have the cause. */
  readonly outcomes: readonly WrongOutcome[];
  readonly applies: (wrong: WrongValue) => boolean;
}

const wrongOutcomes = ['incorrect', 'missing', 'spurious'] as const;
type WrongOutcome = (typeof wrongOutcomes)[number];

/**
 * All causes, the most specific first. The cause of a wrong value is the first one whose rule applies; the last one
 * applies to every value.
 */
export const causes = defineCauses([
  {
    name: 'no-result',
    label: 'Document without a result',
    doc: 'The run of the document failed, and the failures policy counts its values as missing.',
    example: 'a run that timed out',
    outcomes: ['missing'],
    applies: ({ document }) => !document.hasOutput,
  },
  {
    name: 'rows',
    label: 'Table rows merged, split or shifted',
    doc: 'The value has the text of two rows, has only a part of the text of its row while an extra row has another part, or is the value of another row. All values of a row whose text is inside another row count too. A value of fewer than three characters or digits counts only if the next value of its column moved in the same direction.',
    example: '`bolt` and `nut` → `bolt nut`',
    outcomes: wrongOutcomes,
    applies: isRowChange,
  },
  {
    name: 'missing-row',
    label: 'Table row not found',
    doc: 'No row of the output belongs to the row of the value.',
    example: 'the last row of a table → nothing',
    outcomes: ['missing'],
    applies: isMissingRow,
  },
  {
    name: 'extra-row',
    label: 'Table row that the document does not have',
    doc: 'The value is in a row of the output to which no expected row belongs.',
    example: 'nothing → a line with the total as a row',
    outcomes: ['spurious'],
    applies: isExtraRow,
  },
  {
    name: 'day-month-swapped',
    label: 'Day and month swapped',
    doc: 'The predicted date is the expected date with day and month exchanged, also in a longer text such as a period.',
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
    doc: 'One amount is a power of ten, up to a million, times the other. The predicted amount may be a rounded or cut result of the division.',
    example: '`1234.5` → `12345`',
    outcomes: ['incorrect'],
    applies: isPowerOfTen,
  },
  {
    name: 'currency',
    label: 'Currency missing, extra or wrong',
    doc: 'The amounts are equal and the currencies are not, also in a longer text, or both values are names of currencies.',
    example: '`$8.20` → `8.20`',
    outcomes: ['incorrect'],
    applies: isCurrencyChanged,
  },
  {
    name: 'letter-case',
    label: 'Only capital and small letters differ',
    doc: 'The texts are equal without letter case.',
    example: '`Acme Ltd` → `ACME LTD`',
    outcomes: ['incorrect'],
    applies: isOtherCase,
  },
  {
    name: 'spaces-punctuation',
    label: 'Only spaces, punctuation marks or letter case differ',
    doc: 'The letters and digits of the texts are equal, without letter case. If nothing but letter case differs, the cause is `letter-case`.',
    example: '`F26-0293` → `F26 0293`',
    outcomes: ['incorrect'],
    applies: isOtherSpacing,
  },
  {
    name: 'other-format',
    label: 'Same date or number, written differently',
    doc: 'Both texts have a reading as the same date or the same amount.',
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
    doc: 'Only pages without the expected value show the predicted value. Needs the text of the document: of an item with `text`, or of a text file.',
    example: 'the total of the next invoice of a file',
    outcomes: ['incorrect'],
    applies: isOfOtherPage,
  },
  {
    name: 'neighbouring-label',
    label: 'Value of another field or label',
    doc: 'The predicted value is the expected value of another field of the document, or the page of the expected value shows it too (if the text of the document is known). The value has at least three characters or digits, or two if it is in the same row. A value that is at least half of the expected value, or the reverse, does not count.',
    example: 'the due date as issue date',
    outcomes: ['incorrect', 'spurious'],
    applies: isNeighbour,
  },
  {
    name: 'cut-or-joined',
    label: 'Text cut off, or joined with other text',
    doc: 'One text is a part of the other, has its words in the same order with a part left out, or ends with the beginning of the other. Of a number, first or last digits are missing.',
    example: '`12 Mill Lane, Basel` → `12 Mill Lane`',
    outcomes: ['incorrect'],
    applies: isCutOrJoined,
  },
  {
    name: 'misread-characters',
    label: 'Characters misread, such as 0 and O or 1 and l',
    doc: 'All differences are characters that look alike, or lost accents. Texts of 8 characters may have one other letter, and texts of 16 characters two. Numbers may have one other digit, or one per 6 digits.',
    example: '`INV-1052` → `INV-lO52`',
    outcomes: ['incorrect'],
    applies: isMisread,
  },
  {
    name: 'paraphrase',
    label: 'The same words in another order, or other words for the same',
    doc: 'The texts have the same words in another order, or share at least 60 % of the words with more than three letters. Abbreviations are equal to their words. Two texts that both have a number which the other lacks do not count.',
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

/** The numbers of the causes that a leaf can have, by its outcome. */
const numbers = {
  incorrect: numbersOf('incorrect'),
  missing: numbersOf('missing'),
  spurious: numbersOf('spurious'),
};

export function isWrongOutcome(outcome: Outcome): outcome is WrongOutcome {
  return Object.hasOwn(numbers, outcome);
}

/** Returns the number of the cause of a wrong value in `causes`. */
export function causeOf(wrong: WrongValue): number {
  const { outcome } = wrong.leaf;
  const possible = isWrongOutcome(outcome) ? numbers[outcome] : [];
  return possible.find((number) => causes[number]?.applies(wrong)) ?? causes.length - 1;
}

function defineCauses<const Name extends string>(
  list: readonly (Cause & { readonly name: Name })[],
): readonly (Cause & { readonly name: Name })[] {
  return list;
}
