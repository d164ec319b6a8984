import type { TextOptions } from '../comparator.ts';

interface Step {
  readonly name: string;
  readonly apply: (text: string) => string;
}

const unicodeForm: Step = { name: 'Unicode form', apply: (text) => text.normalize('NFKC') };
/** Invisible marks: zero-width spaces, soft hyphens, marks of writing direction. */
export const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const invisibleMarks: Step = { name: 'invisible marks', apply: (text) => text.replace(invisible, '') };
const spaces: Step = { name: 'spaces', apply: (text) => text.replace(/\s+/gu, ' ').trim() };
/** Converts to upper case first, so that ß equals ss and σ equals ς. */
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

/** Normalises texts for comparison and names the steps that a match needed. */
export interface TextNormaliser {
  normalise(text: string): string;
  /** Returns `matched after: case, spaces`, or undefined if the texts are already equal. */
  explain(expected: string, predicted: string): string | undefined;
}

/** Creates a normaliser: NFKC, no invisible marks, single spaces; options remove case, accents and marks. */
export function textNormaliser(options: TextOptions): TextNormaliser {
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

/** Returns the text in NFKC, without invisible marks, trimmed and with single spaces. */
export function plainText(text: string): string {
  return isPlain(text) ? text : spaces.apply(invisibleMarks.apply(unicodeForm.apply(text)));
}

/** White space of every kind, and every character that Unicode counts as a dash. */
const separators: Step = {
  name: 'spaces and hyphens',
  apply: (text) => text.replace(/[\s\p{Pd}\u2212]+/gu, ''),
};

/** Applies NFKC, removes invisible marks, spaces and hyphens, and converts to upper case. */
export const identifierNormaliser: TextNormaliser = normaliserOf(
  [unicodeForm, invisibleMarks, { name: 'case', apply: (text) => text.toUpperCase() }, separators],
  (text) => upperPattern.test(text),
);

/** Printable ASCII without spaces, hyphens and lower-case letters. */
const upperPattern = /^[!-,./-`{-~]*$/;

/** Printable ASCII with single inner spaces is already normalised. Most values are of this kind. */
function isPlain(text: string): boolean {
  // This loop runs for every text cell of every document; a regular expression takes twice as long.
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
      // A step was needed if the texts differ without it. If no single step was needed, names all steps that
      // change a text.
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
