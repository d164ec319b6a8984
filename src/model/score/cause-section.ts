import { grouped } from '../../base/phrases.ts';
import { fewDocuments } from './measurement.ts';

/** The wrong values of the first repeat, grouped by cause. Lists per version have the order of the versions. */
export interface CauseSection {
  /** For each version, the number of documents with a score. */
  readonly documents: readonly number[];
  /** For each version, the number of incorrect, missing and spurious values. */
  readonly wrongValues: readonly number[];
  /**
   * `read`: number of documents whose text was read from their file to find causes. `unread`: number of documents whose
   * text was needed but not available, for example because the file is an image or was changed since the run.
   */
  readonly files: { readonly read: number; readonly unread: number };
  /**
   * Causes of wrong values, sorted by the number of documents of the last version that would be fully right without the
   * cause. Causes with equal numbers are sorted by their number of documents, then by their number of values. Values
   * without a known cause are last.
   */
  readonly causes: readonly CauseRow[];
}

export interface CauseRow {
  /** Name such as `day-month-swapped`. */
  readonly name: string;
  /** The cause in plain words. */
  readonly label: string;
  /** Definition: the condition under which a wrong value has this cause. */
  readonly doc: string;
  readonly versions: readonly CauseFigures[];
  /** Examples of the last version, at most 20 and at most one per document. */
  readonly examples: readonly CauseExample[];
}

/** Figures of one cause and version. */
export interface CauseFigures {
  /** Number of wrong values with this cause. */
  readonly values: number;
  /** Number of documents with at least one wrong value with this cause. */
  readonly documents: number;
  /**
   * Number of documents whose wrong values all have this cause. Without this cause, these documents would be fully
   * right. `share`: this number divided by the number of documents with a score; `null` if no document has a score.
   */
  readonly gain: { readonly documents: number; readonly share: number | null };
  /** Fields with their numbers of wrong values, largest first. */
  readonly fields: readonly { readonly field: string; readonly values: number }[];
  /**
   * The group of documents in which the cause is significantly more frequent than in all other documents; `null` if
   * there is no such group.
   */
  readonly group: CauseGroup | null;
}

/** A group of documents with the same tag value, compared with all other documents with a score. */
export interface CauseGroup {
  readonly tag: string;
  readonly value: string;
  /** Number of documents of the group that have the cause. `of` is the number of all documents of the group. */
  readonly documents: number;
  readonly of: number;
  /**
   * Number of documents outside the group that have the cause. `ofOther` is the number of all documents outside the
   * group.
   */
  readonly otherDocuments: number;
  readonly ofOther: number;
}

export interface CauseExample {
  readonly itemId: string;
  readonly path: string;
  /**
   * Set if the value is in a predicted row that is paired with no expected row. `path` then has the number of the
   * predicted row.
   */
  readonly extraRow?: true;
  readonly expected: string;
  readonly predicted: string;
}

/** Returns which files were read, as a sentence; empty if no rule searched a file. */
export function causeFilesText({ read, unread }: CauseSection['files']): string {
  if (read + unread === 0) return '';
  const documents = (count: number) => `${grouped(count)} document${count === 1 ? '' : 's'}`;
  const text = `The rules searched the files of ${documents(read)}`;
  return unread === 0
    ? `${text}.`
    : `${text}. The text of ${documents(unread)} was not available: images, changed or missing files, and files after the first 200.`;
}

/** Returns the group of a cause as text: `quality: scan (18 of 20 documents, elsewhere 3 of 34)`. */
export function causeGroupText({ tag, value, documents, of, otherDocuments, ofOther }: CauseGroup): string {
  return `${tag}: ${value} (${documents} of ${of} documents, elsewhere ${otherDocuments} of ${ofOther})`;
}

/** Returns the fields of a cause as text: `due_date 12, issue_date 3, total 2 and 2 more`. */
export function causeFieldsText(fields: CauseFigures['fields'], most = 3): string {
  const shown = fields.slice(0, most).map(({ field, values }) => `${field} ${values}`);
  const more = fields.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/**
 * Returns a text such as `15 documents (+28 of 100)`: the documents that would be fully right without the cause, and
 * their share. A share below 10 of 100 has one decimal. Omits the share if fewer than 20 documents have a score.
 */
export function causeGainText(gain: CauseFigures['gain'] | undefined, documents = 0): string {
  if (gain === undefined || gain.documents === 0) return '0';
  const text = `${grouped(gain.documents)} ${gain.documents === 1 ? 'document' : 'documents'}`;
  if (gain.share === null || documents < fewDocuments) return text;
  const rate = 100 * gain.share;
  if (rate < 0.1) return `${text} (less than +0.1 of 100)`;
  return `${text} (+${rate < 10 ? Math.round(10 * rate) / 10 : Math.round(rate)} of 100)`;
}

export const causesTitle = 'What to fix first';

/** Headings of `causeTexts`. */
export const causeHeadings = [
  'cause',
  'fully right if fixed',
  'wrong values',
  'documents',
  'fields',
] as const;

/** Returns the causes of the last version as rows of texts, in the order of the section. Empty without a section. */
export function causeTexts(section: CauseSection | null | undefined): string[][] {
  const documents = section?.documents.at(-1);
  return (section?.causes ?? []).flatMap(({ label, versions }) => {
    const last = versions.at(-1);
    if (last === undefined || last.values === 0) return [];
    const { gain, values, documents: found, fields, group } = last;
    const place = group === null ? [] : [`more frequent in ${causeGroupText(group)}`];
    return [
      [
        label,
        causeGainText(gain, documents),
        grouped(values),
        grouped(found),
        [causeFieldsText(fields), ...place].join('; '),
      ],
    ];
  });
}
