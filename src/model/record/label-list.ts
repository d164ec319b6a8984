import { z } from 'zod';

/** Value of `kind` in the first line of a label list. */
export const labelListKind = 'label-differences';

/** One of the two records that a label list compares. */
const listedSideSchema = z.strictObject({
  /**
   * Folder of the record, relative to the folder of the list and with `/`. Absolute if the record is on another drive.
   */
  record: z.string(),
  recordId: z.string(),
  version: z.string(),
  /** Repeat that was compared, from 1. Not set if all repeats were compared. */
  repeat: z.int().min(1).optional(),
});

/** First line of `labels.jsonl`: how the list was made. */
export const labelListHeadSchema = z.strictObject({
  list: z.literal(labelListKind),
  /**
   * Probability that a document with differences is in the list. Not used if there are `quotas`. A hash of seed and
   * document id determines which documents are in the list.
   */
  share: z.number().gt(0).max(1),
  seed: z.string(),
  /**
   * Size of the sample for each field. `differing` is the number of documents in which the versions differ in the
   * field, and about `documents` of them are in the list. A document is included with the probability min(1, documents
   * / differing). If the versions differ in several fields of the document, the largest of these probabilities applies.
   */
  quotas: z
    .array(
      z.strictObject({
        field: z.string(),
        documents: z.number().gt(0),
        differing: z.int().min(1),
      }),
    )
    .optional(),
  /**
   * Set for a sequential list: its documents are labelled one after the other until the labels decide one comparison.
   * `scope` is `overall` or a field such as `field:total_amount`. If the versions are equally good, the probability of
   * deciding that one is better is at most 1 - `confidence`.
   */
  sequential: z.strictObject({ scope: z.string(), confidence: z.number().gt(0).lt(1) }).optional(),
  /** Number of compared documents. */
  documents: z.int().min(0),
  /** Number of documents in which the versions differ. In a sequential list, only differences within `scope` count. */
  differing: z.int().min(0),
  /** Number of documents in the list. */
  included: z.int().min(0),
  /** Fingerprint of the scorer that found the differences. */
  scorer: z.string(),
  /**
   * The two compared versions. A page needs them to show the documents, because the lines of the list do not say which
   * version read a value.
   */
  compared: z
    .strictObject({ baseline: listedSideSchema, candidate: listedSideSchema, commonItems: z.boolean() })
    .optional(),
});
export type LabelListHead = z.infer<typeof labelListHeadSchema>;

/**
 * One further line of `labels.jsonl`. It asks for the gold of one place in a document: a value, a table or the whole
 * document.
 */
export const labelLineSchema = z.strictObject({
  /** Position of the document in the random order of the list, from 1. */
  order: z.int().min(1),
  document: z.string(),
  /** Name or path of the document file. */
  file: z.string(),
  /**
   * Path of the place in the document. `$` is the whole document, and `$rest` is everything that the list does not ask
   * for.
   */
  path: z.string(),
  /** Page of the value, if an output cites a page. */
  page: z.int().optional(),
  /**
   * Different outputs of the versions at this place, in an order that does not show which version gave which output.
   */
  values: z.array(z.unknown()),
  /** Probability that the document is in the list. */
  probability: z.number().gt(0).max(1),
  /** Hash of the outputs of both versions. */
  outputs: z.string(),
  scorer: z.string(),
  /**
   * Answer of the reviewer. `null`: not answered yet. `none`: the document has no such value. `unclear`: the reviewer
   * cannot decide. `{"value": x}` or `x`: the gold.
   */
  answer: z.unknown(),
  /** A remark of the reviewer. goldset ignores it. */
  comment: z.unknown().optional(),
});
export type LabelLine = z.infer<typeof labelLineSchema>;

/**
 * Value of `path` in a line that asks whether all remaining values of a document are right. Remaining values are those
 * without a separate line in the list.
 */
export const restPath = '$rest';

/** Gold of one place, as a reviewer entered it. */
export type Label =
  | { readonly state: 'open' }
  | { readonly state: 'unclear' }
  | { readonly state: 'labelled'; readonly value: unknown };

/**
 * Reads the answer of a line. `{"value": x}` is for values that would otherwise have another meaning, such as the text
 * "none".
 */
export function labelOf(answer: unknown): Label {
  if (answer === null || answer === undefined || answer === '') return { state: 'open' };
  if (answer === 'unclear') return { state: 'unclear' };
  if (answer === 'none') return { state: 'labelled', value: null };
  if (typeof answer === 'object' && !Array.isArray(answer) && Object.keys(answer).join() === 'value')
    return { state: 'labelled', value: (answer as { readonly value: unknown }).value };
  return { state: 'labelled', value: answer };
}
