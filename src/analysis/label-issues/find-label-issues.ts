import type { RecordedItem } from '../../model/record/run-record.ts';
import type { LabelIssueSection } from '../../model/report/label-issue.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import {
  defaultScoringOptions,
  type ExtractionScoringOptions,
} from '../../scorers/extraction/scoring-options.ts';
import { LabelIssueList } from './label-issue-list.ts';
import { LabelIssueRanking } from './label-issue-ranking.ts';
import { LabelledDocuments } from './labelled-documents.ts';

/** What `rankLabelIssues` may be told. */
export interface LabelIssueOptions {
  readonly scoring?: ExtractionScoringOptions;
  /** The text of a document; `null` if it has none. */
  readonly textOf?: (itemId: string, document: RecordedItem['document']) => Promise<string | null>;
  /** Takes all that are found; the caller disposes of it. */
  readonly list?: LabelIssueList;
}

/** Below it a label is as good as sure to be right. */
const leastScore = -4;
/** Suspects that a section holds. */
export const maxLabelIssues = 1_000;

/**
 * Labels of the gold that are likely wrong, the most suspicious first (metrics.md section 10). Nothing is changed.
 *
 * `score` is the sum of log odds: above 0 the evidence speaks more against the label than for it. Labels down to -4 are
 * listed, so that a reviewer can go on for as long as labels prove wrong. The evidence: versions that agree against it, weighed by how rarely they do in that field; their confidence; whether label
 * and reading stand in the document's text; type, calendar and check digits; sums, products, orders and equalities that
 * the other documents of the set obey. Records of other gold: USAGE.
 *
 * Reads the items once, all documents once, and those with a disagreement twice more: to count which patterns of readings
 * are rare, and to score them. One document is held at a time; memory grows by 8 bytes per document with a disagreement.
 * The section has the first 1,000 suspects and the number of all; `list` has all.
 */
export async function rankLabelIssues(
  readers: readonly RecordReader[],
  options: LabelIssueOptions = {},
): Promise<LabelIssueSection> {
  if (options.list !== undefined) return findInto(options.list, readers, options);
  using list = new LabelIssueList();
  return await findInto(list, readers, options);
}

async function findInto(
  list: LabelIssueList,
  readers: readonly RecordReader[],
  options: LabelIssueOptions,
): Promise<LabelIssueSection> {
  const [first, ...others] = readers;
  if (first === undefined) return emptySection;
  const documents = await LabelledDocuments.open(
    [first, ...others],
    options.scoring ?? defaultScoringOptions,
  );
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
      if (issue.score > leastScore) list.add(issue);
  const withoutText = documents.count - counts.withText;
  return {
    issues: [...list.read(maxLabelIssues)],
    ...list.counts,
    ...counts,
    runs: documents.names,
    notes: [
      ...(withoutText > 0 && isExtraction
        ? [
            `The text of ${withoutText} of ${documents.count} documents could not be read from their files; there only the other evidence counts.`,
          ]
        : []),
      ...ranking.relations.map(({ text }) => `Seen to hold in nearly all documents: ${text}`),
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
