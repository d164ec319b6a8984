import type { JsonValue } from '../../../model/json/json-value.ts';
import {
  type Comparator,
  type Comparison,
  defineBuiltIn,
  different,
  matched,
  sharedOptions,
  textOf,
  textOptions,
  toComparison,
} from '../comparator.ts';
import { editSimilarity } from '../text/edit-similarity.ts';
import { identifierNormaliser, type TextNormaliser, textNormaliser } from '../text/normalise-text.ts';

/**
 * Compares normalised texts. Similarity: 1 - Levenshtein distance / length of the longer text. Numbers and booleans are
 * compared as JSON text. Case, punctuation and accents count unless an option ignores them. Example: "ACME Ltd" and
 * "ACME Ltd" match, "ACME" and "Acme" do not.
 */
export const stringComparator = defineBuiltIn({
  name: 'string',
  doc: 'equal after Unicode NFKC normalisation, without invisible marks (soft hyphens, zero-width spaces) and superfluous white space',
  options: textOptions,
  example: { match: ['ACME  Ltd', 'ACME Ltd'], different: ['ACME', 'Acme'] },
  create(options) {
    const normaliser = textNormaliser(options);
    const text = (value: JsonValue) => normaliser.normalise(textOf(value));
    return {
      graded: true,
      compare: compareTexts(normaliser, (left, right) => {
        const { similarity, approximate } = editSimilarity(left, right);
        if (!approximate) return { match: false, similarity };
        const note = 'similarity is an upper bound (over 20,000 characters differ)';
        return { match: false, similarity, note };
      }),
      key: text,
      edits: { threshold: 1, text },
    };
  },
});

/**
 * Compares texts by edit similarity, after the normalisation of `string`. Example: "Main Street 12" and "Main Street
 * 1Z" have the similarity 13/14 = .93. They match at the threshold .85, but not at .95.
 */
export const fuzzyComparator = defineBuiltIn({
  name: 'fuzzy',
  doc: 'similarity (1 - edit distance / length of the longer text) of at least the threshold (default .85)',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['Main Street 12', 'Main Street 1Z'], different: ['Main Street 12', 'Mill Road 12'] },
  create({ threshold = 0.85, ...options }) {
    const normaliser = textNormaliser(options);
    return {
      graded: true,
      compare: compareTexts(normaliser, (left, right) => {
        const { similarity, approximate } = editSimilarity(left, right);
        const bound = approximate ? ' (an upper bound: over 20,000 characters differ)' : '';
        return comparisonAt(similarity, threshold, bound);
      }),
      key: () => null,
      edits: { threshold, text: (value) => normaliser.normalise(textOf(value)) },
    };
  },
});

/**
 * Compares identifiers. Similarity is 1 or 0, because an identifier with one wrong digit identifies something else.
 */
export const identifierComparator = defineBuiltIn({
  name: 'identifier',
  doc: 'equal if spaces, hyphens and letter case are ignored',
  options: {},
  example: { match: ['DE 89-370', 'de89370'], different: ['INV-001', 'INV-01'] },
  create: () => exactTexts(identifierNormaliser),
});

/** Compares names of a fixed list. Similarity is 1 or 0, because two similar names are still different values. */
export const enumComparator = defineBuiltIn({
  name: 'enum',
  doc: 'the same name after Unicode NFKC normalisation, without superfluous white space',
  options: { ignoreCase: textOptions.ignoreCase },
  example: { match: ['PAID', ' PAID '], different: ['PAID', 'UNPAID'] },
  create: ({ ignoreCase }) => exactTexts(textNormaliser({ ignoreCase })),
});

/** Sorts the words of both texts, then compares like `fuzzy`: "John A Smith" and "John Smith" have similarity .83. */
export const tokenSortComparator = defineBuiltIn({
  name: 'token-sort',
  doc: 'like `fuzzy`, after the words of each text are sorted; the default threshold is 1: the same words in any order',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['Smith John', 'John Smith'], different: ['Smith John', 'John A Smith'] },
  create({ threshold = 1, ...options }) {
    const normaliser = textNormaliser(options);
    const sorted = (text: string) => words(text).sort().join(' ');
    const text = (value: JsonValue) => sorted(normaliser.normalise(textOf(value)));
    return {
      graded: true,
      compare: compareTexts(normaliser, (left, right) => {
        const { similarity } = editSimilarity(sorted(left), sorted(right));
        if (similarity >= 1) return toComparison(true, 'matched after: word order');
        return comparisonAt(similarity, threshold);
      }),
      key: (value) => (threshold >= 1 ? text(value) : null),
      edits: { threshold, text },
    };
  },
});

/** Compares the sets of words. Similarity: words in both / words in either, so .5 for "ACME Ltd" and "ACME". */
export const tokenSetComparator = defineBuiltIn({
  name: 'token-set',
  doc: 'similarity (words in both texts / words in at least one text) of at least the threshold (default 1: the same set of words)',
  options: { ...textOptions, threshold: sharedOptions.threshold },
  example: { match: ['to be or not to be', 'not be to or'], different: ['ACME Ltd', 'ACME'] },
  create({ threshold = 1, ...options }) {
    const normaliser = textNormaliser(options);
    const setOf = (text: string) => new Set(words(text));
    return {
      graded: true,
      compare: compareTexts(normaliser, (left, right) => {
        const expected = setOf(left);
        const predicted = setOf(right);
        const either = expected.union(predicted).size;
        const both = expected.intersection(predicted).size;
        if (both === either) return toComparison(true, 'matched after: word order and repetition');
        return comparisonAt(both / either, threshold);
      }),
      key: (value) =>
        threshold >= 1 ? [...setOf(normaliser.normalise(textOf(value)))].sort().join(' ') : null,
    };
  },
});

/**
 * Returns a comparison of normalised texts. Equal texts match, and `compareUnequal` compares unequal texts.
 */
function compareTexts(
  { normalise, explain }: TextNormaliser,
  compareUnequal: (expected: string, predicted: string) => Comparison,
): Comparator['compare'] {
  return (expected, predicted) => {
    if (expected === predicted) return matched;
    const a = textOf(expected);
    const b = textOf(predicted);
    const left = normalise(a);
    const right = normalise(b);
    return left === right ? toComparison(true, explain(a, b)) : compareUnequal(left, right);
  };
}

/** Returns a comparison that accepts only texts that are equal after normalisation. */
function exactTexts(normaliser: TextNormaliser): Omit<Comparator, 'name'> {
  return {
    graded: false,
    compare: compareTexts(normaliser, () => different),
    key: (value) => normaliser.normalise(textOf(value)),
  };
}

function comparisonAt(similarity: number, threshold: number, bound = ''): Comparison {
  const match = similarity >= threshold;
  const relation = match ? 'reaches' : 'is below';
  return { match, similarity, note: `similarity ${similarity.toFixed(3)}${bound} ${relation} ${threshold}` };
}

function words(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
