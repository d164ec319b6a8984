import type { ComparatorOptions } from '../comparator.ts';

interface Step {
  readonly name: string;
  readonly apply: (text: string) => string;
}

const unicodeForm: Step = { name: 'Unicode form', apply: (text) => text.normalize('NFKC') };
/** Marks that show nothing: zero-width blanks, soft hyphens, marks of writing direction. */
export const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const invisibleMarks: Step = { name: 'invisible marks', apply: (text) => text.replace(invisible, '') };
const spaces: Step = { name: 'spaces', apply: (text) => text.replace(/\s+/gu, ' ').trim() };
/** Upper case first, so that ß and ss, σ and ς are one. */
const letterCase: Step = { name: 'case', apply: (text) => text.toUpperCase().toLowerCase() };
const diacritics: Step = {
  name: 'accents',
  apply: (text) =>
    text
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .normalize('NFC'),
};
const punctuation: Step = { name: 'punctuation', apply: (text) => text.replace(/[\p{P}\p{S}]+/gu, ' ') };

/** Turns texts into the form in which they are compared, and can say which of its steps a match needed. */
export interface TextNormaliser {
  normalise(text: string): string;
  /** `matched after: case, spaces`, or undefined where the texts are equal as they stand. */
  explain(expected: string, predicted: string): string | undefined;
}

/** NFKC, invisible marks dropped, trimmed, white space collapsed; case, accents and punctuation on request. */
export function textNormaliser(options: ComparatorOptions): TextNormaliser {
  const steps = [
    unicodeForm,
    invisibleMarks,
    ...(options.ignoreDiacritics ? [diacritics] : []),
    ...(options.ignorePunctuation ? [punctuation] : []),
    ...(options.ignoreCase ? [letterCase] : []),
    spaces,
  ];
  return normaliserOf(steps, steps.length === 3 ? isPlain : () => false);
}

/** Text in one Unicode form and without marks that show nothing, trimmed, white space collapsed. */
export function plainText(text: string): string {
  return isPlain(text) ? text : spaces.apply(invisibleMarks.apply(unicodeForm.apply(text)));
}

/** Spaces of every kind, and every character that Unicode counts as a dash. */
const separators: Step = {
  name: 'spaces and hyphens',
  apply: (text) => text.replace(/[\s\p{Pd}\u2212]+/gu, ''),
};

/** NFKC, invisible marks, spaces and hyphens dropped, in upper case. */
export const identifierNormaliser: TextNormaliser = normaliserOf(
  [unicodeForm, invisibleMarks, { name: 'case', apply: (text) => text.toUpperCase() }, separators],
  (text) => upperPattern.test(text),
);

/** Printable ASCII without blanks, hyphens and small letters. */
const upperPattern = /^[!-,./-`{-~]*$/;

/** Printable ASCII without outer or double spaces is its own normal form; most values are of this kind. */
function isPlain(text: string): boolean {
  // A loop, because this runs for every text cell of every document, and a pattern takes twice as long.
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126 || code < 32 || (blank && code === 32)) return false;
    blank = code === 32;
  }
  return !blank;
}

function normaliserOf(steps: readonly Step[], isNormal: (text: string) => boolean): TextNormaliser {
  const run = (text: string, chosen: readonly Step[]): string =>
    chosen.reduce((current, step) => step.apply(current), text);
  return {
    normalise: (text) => (isNormal(text) ? text : run(text, steps)),
    explain(expected, predicted) {
      if (expected === predicted) return undefined;
      // A step was needed if the texts differ without it; where any of several would do, all that change are named.
      const needed = steps.filter((step) => {
        const others = steps.filter((other) => other !== step);
        return run(expected, others) !== run(predicted, others);
      });
      const named =
        needed.length > 0
          ? needed
          : steps.filter((step) => step.apply(expected) !== expected || step.apply(predicted) !== predicted);
      return `matched after: ${named.map((step) => step.name).join(', ')}`;
    },
  };
}
