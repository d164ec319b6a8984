import type { ComparatorOptions } from './comparator.ts';

interface Step {
  readonly name: string;
  readonly apply: (text: string) => string;
}

const unicodeForm: Step = { name: 'Unicode form', apply: (text) => text.normalize('NFKC') };
const spaces: Step = { name: 'spaces', apply: (text) => text.replace(/\s+/gu, ' ').trim() };
const letterCase: Step = { name: 'case', apply: (text) => text.toLowerCase().replace(/ß/g, 'ss') };
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

/** NFKC, trimmed, white space collapsed; case, accents and punctuation on request. */
export function textNormaliser(options: ComparatorOptions): TextNormaliser {
  const steps = [
    unicodeForm,
    ...(options.ignoreDiacritics ? [diacritics] : []),
    ...(options.ignorePunctuation ? [punctuation] : []),
    ...(options.ignoreCase ? [letterCase] : []),
    spaces,
  ];
  return normaliserOf(steps, steps.length === 2 ? isPlain : () => false);
}

/** Printable ASCII without outer or double spaces is its own normal form; most values are of this kind. */
const plainPattern = /^[!-~]+(?: [!-~]+)*$/;
function isPlain(text: string): boolean {
  return plainPattern.test(text);
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
