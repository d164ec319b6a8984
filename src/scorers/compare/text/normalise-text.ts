import type { TextOptions } from '../comparator.ts';

interface Step {
  readonly name: string;
  readonly apply: (text: string) => string;
}

const unicodeForm: Step = { name: 'Unicode form', apply: compatibleForm };
/** Superscripts (`raised`) and subscripts (`lowered`) after a digit. */
const raised = /(?<=\p{Nd})[\u00b2\u00b3\u00b9\u2070\u2074-\u207e]+/gu;
const lowered = /(?<=\p{Nd})[\u2080-\u208e]+/gu;
/** Boundaries between a digit and a character such as ½ or ①. */
const numberEdge = /(?<=\p{No})(?=\p{Nd})|(?<=\p{Nd})(?=\p{No})/gu;
/** Invisible marks: zero-width spaces, soft hyphens, marks of writing direction. */
export const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const invisibleMarks: Step = { name: 'invisible marks', apply: (text) => text.replace(invisible, '') };
const spaces: Step = { name: 'spaces', apply: (text) => text.replace(/\s+/gu, ' ').trim() };
/** Converts to upper case first, because ß then equals ss, and σ equals ς. */
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

/**
 * Returns a text in Unicode form NFKC, but keeps digits apart that NFKC would join to one number: 10² becomes 10^2,
 * 10₂ becomes 10_2, and 1½ becomes 1 1/2.
 */
export function compatibleForm(text: string): string {
  const script = (mark: string) => (run: string) => mark + run.normalize('NFKC').replaceAll('\u2212', '-');
  return text
    .replace(/(?<=[\u00b2\u00b3\u00b9\u2070-\u208e])(?=\p{Nd})/gu, ' ')
    .replace(raised, script('^'))
    .replace(lowered, script('_'))
    .replace(numberEdge, ' ')
    .normalize('NFKC')
    .replaceAll('\u2044', '/');
}

/** Normalises texts for comparison, and names the steps that make two texts equal. */
export interface TextNormaliser {
  normalise(text: string): string;
  /**
   * Returns a note such as `matched after: case, spaces`, or `undefined` if the texts are equal without normalisation.
   */
  explain(expected: string, predicted: string): string | undefined;
}

/**
 * Creates a normaliser that applies NFKC, removes invisible marks and joins spaces. With options, it also ignores
 * letter case, accents or punctuation marks.
 */
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

export function plainText(text: string): string {
  return isPlain(text) ? text : spaces.apply(invisibleMarks.apply(unicodeForm.apply(text)));
}

/** Removes white space and all dashes of Unicode. */
const separators: Step = {
  name: 'spaces and hyphens',
  apply: (text) => text.replace(/[\s\p{Pd}\u2212]+/gu, ''),
};

/** Normaliser for identifiers: NFKC, upper case, without invisible marks, spaces and hyphens. */
export const identifierNormaliser: TextNormaliser = normaliserOf(
  [unicodeForm, invisibleMarks, { name: 'case', apply: (text) => text.toUpperCase() }, separators],
  (text) => upperPattern.test(text),
);

/** Printable ASCII without spaces, hyphens and lower-case letters. */
const upperPattern = /^[!-,./-`{-~]*$/;

/**
 * Returns whether a text is printable ASCII with single spaces between words. Normalisation does not change such a
 * text. Most texts are of this kind.
 */
function isPlain(text: string): boolean {
  // This loop runs for every text cell, and a regular expression would take twice as long.
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
      // A step was needed if the texts differ without it. If no single step was needed, names all steps that change a
      // text.
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
