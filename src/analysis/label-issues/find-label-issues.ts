import type { RecordedItem } from '../../model/record/run-record.ts';
import type { LabelIssueSection } from '../../model/report/sections/label-issue.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { LabelIssueList } from './label-issue-list.ts';
import { LabelIssueRanking } from './label-issue-ranking.ts';
import { openLabelledRecords } from './labelled-documents.ts';

interface LabelIssueOptions {
  readonly scoring?: ExtractionScoringOptions;
  /** Returns the text of a document; `null` if the document has no text. */
  readonly textOf?: (itemId: string, document: RecordedItem['document']) => Promise<string | null>;
  /** Receives all label issues. The caller must close the list. */
  readonly list?: LabelIssueList;
}

/** Only labels with a higher score are listed. Labels with a lower score are almost certainly right. */
const minScore = -4;
const maxLabelIssues = 1_000;

/**
 * Finds labels of the gold that are probably wrong, the most likely first. Does not change the gold. `score` is a sum
 * of log odds: above 0, the label is more likely wrong than right. The list also contains less likely issues, down to a
 * score of -4.
 *
 * Evidence against a label:
 * - Versions agree on another value with high confidence.
 * - The text of the document does not contain the label.
 * - The type, the date or the check digits of the label are invalid.
 * - The label violates a relation between values that is true in the other documents.
 *
 * Throws USAGE if the records have different gold. Keeps one document in memory, and 8 bytes per document in which a
 * label may be wrong. The section has the first 1,000 label issues; `list` has all.
 */
export async function rankLabelIssues(
  readers: readonly RecordReader[],
  options: LabelIssueOptions = {},
): Promise<LabelIssueSection> {
  const [first, ...others] = readers;
  if (first === undefined) return emptySection;
  using own = options.list === undefined ? new LabelIssueList() : null;
  const list = options.list ?? (own as LabelIssueList);
  const { scoring = defaultScoringOptions } = options;
  const documents = await openLabelledRecords([first, ...others], scoring);
  const isExtraction = documents.config.type === 'EXTRACT';
  const textOf = isExtraction ? options.textOf : undefined;
  const ranking = new LabelIssueRanking(documents.config);
  for await (const item of documents.items()) ranking.addGold(item);
  const counts = { labels: 0, documents: 0, withText: 0 };
  const readText = async ({ id, document }: RecordedItem): Promise<string | null> => {
    const text = (await textOf?.(id, document)) ?? null;
    if (text !== null) counts.withText++;
    return text;
  };
  const open: number[] = [];
  for await (const document of documents.read()) {
    const { position, item, observations } = document;
    counts.labels += observations.length;
    if (observations.length > 0) counts.documents++;
    if (ranking.learn(document)) open.push(position);
    else await readText(item);
  }
  for await (const document of documents.read(open)) ranking.addPatterns(document);
  for await (const document of documents.read(open))
    for (const issue of ranking.score(document, await readText(document.item)))
      if (issue.score > minScore) list.add(issue);
  const withoutText = documents.count - counts.withText;
  return {
    issues: [...list.read(maxLabelIssues)],
    ...list.counts,
    ...counts,
    runs: documents.names,
    notes: [
      ...(withoutText > 0 && isExtraction
        ? [
            `The text of ${withoutText} of ${documents.count} documents could not be read from their files; for these, only the other evidence counts.`,
          ]
        : []),
      ...ranking.relations.map(({ text }) => `This relation holds in most documents: ${text}`),
    ],
  };
}

const emptySection: LabelIssueSection = {
  issues: [],
  found: 0,
  likely: 0,
  labels: 0,
  documents: 0,
  withText: 0,
  runs: [],
  notes: [],
};
