import type { ItemRun, RecordedItem } from '../../model/record/run-record.ts';
import type { RecordedDocument } from '../../record/read/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { type FoldSource, foldRecord } from './fold-record.ts';
import type { FoldedRun } from './folded-run.ts';

const version = 'second labels';

/**
 * The labels that a second person gave to one document. A value is not compared if the gold or the second labels mark
 * it as not scored.
 */
type SecondLabel = Pick<RecordedItem, 'expectedOutput' | 'notScored'>;

/**
 * Scores the labels of a second person against the gold of the record, as if a version had predicted these labels.
 * `goldOf` has the second labels by item id. Omits documents without gold and documents without second labels. Entry i
 * of `positions` is the position of document i of `run` in the record.
 */
export async function foldSecondGold(
  source: FoldSource,
  goldOf: ReadonlyMap<string, SecondLabel>,
  options: { readonly scoring: ExtractionScoringOptions; readonly tags: ReadonlySet<string> },
): Promise<{ readonly run: FoldedRun; readonly positions: readonly number[] }> {
  const { plan } = source;
  const positions: number[] = [];
  const first = plan.versions[0];
  const versions = first === undefined ? [] : [{ ...first, requested: version, resolved: version }];
  const run = await foldRecord(
    {
      plan: { ...plan, versions, repeats: 1, items: { ...plan.items, count: goldOf.size } },
      summary: source.summary,
      documents: () => secondLabels(source, goldOf, positions),
    },
    options,
  );
  return { run, positions };
}

/**
 * Yields the documents that have both gold and second labels, and appends their positions in the record to `positions`.
 */
async function* secondLabels(
  source: FoldSource,
  goldOf: ReadonlyMap<string, SecondLabel>,
  positions: number[],
): AsyncGenerator<RecordedDocument> {
  for await (const document of source.documents()) {
    const { item } = document;
    const label = goldOf.get(item.id);
    if (label === undefined || item.expectedOutput === null || item.expectedOutput === undefined) continue;
    const run: ItemRun = {
      itemId: item.id,
      version,
      repeat: 1,
      state: 'processed',
      runId: null,
      processorVersionId: null,
      output: label.expectedOutput as ItemRun['output'],
      latencyMs: null,
      credits: null,
      // The number of pages of a packet is known only from the item runs of the versions.
      pages: document.runs.flat().find(({ pages }) => pages !== null)?.pages ?? null,
      attempts: 1,
      finishedAt: source.plan.createdAt,
    };
    const position = positions.push(document.position) - 1;
    const notScored = { ...item.notScored, ...label.notScored };
    yield { ...document, position, item: { ...item, notScored, position }, runs: [[run]] };
  }
}
