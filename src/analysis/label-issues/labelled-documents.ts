import { GoldsetError } from '../../base/goldset-error.ts';
import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { documentsAt } from '../compare/documents-at.ts';
import { scoringConfig } from '../config-changes/scoring-config.ts';
import type { DocumentScores } from '../fold/documents/document-scores.ts';
import { citedTexts } from '../fold/documents/output-metadata.ts';
import { type FoldSource, scoreDocuments } from '../fold/fold-record.ts';
import { versionNames } from '../fold/folded-run.ts';
import { joinObservations, type Observation, observationsOf } from './observations.ts';

export interface LabelledDocument {
  readonly position: number;
  readonly item: RecordedItem;
  readonly observations: readonly Observation[];
  /** Texts that the outputs of the first record cite; empty if the outputs cite nothing. */
  readonly cited: string;
}

interface LabelledRecords {
  /** Config whose schema determines the type of each label. */
  readonly config: ProcessorConfig;
  readonly count: number;
  readonly names: readonly string[];
  items(): AsyncIterable<RecordedItem>;
  /**
   * Yields all documents in order. If `positions` (ascending) is given, yields only the documents at these positions.
   * Keeps one document in memory.
   */
  read(positions?: readonly number[]): AsyncIterable<LabelledDocument>;
}

/**
 * Opens several records at once. Throws USAGE if the items or the gold of a record differ from those of the first
 * record.
 */
export async function openLabelledRecords(
  readers: readonly [RecordReader, ...RecordReader[]],
  scoring: ExtractionScoringOptions,
): Promise<LabelledRecords> {
  const [first, ...others] = readers;
  const sources: FoldSource[] = [first];
  for (const other of others) sources.push(await inOrderOf(first, other));
  return {
    config: scoringConfig(first.plan).config,
    count: first.plan.items.count,
    names: readers.flatMap(({ plan }) => versionNames(plan).map((name) => `${plan.recordId} ${name}`)),
    items: () => first.items(),
    read: (positions) => readTogether(sources.map((source) => scoreDocuments(source, scoring, positions))),
  };
}

async function* readTogether([
  first,
  ...others
]: readonly AsyncGenerator<DocumentScores>[]): AsyncGenerator<LabelledDocument> {
  if (first === undefined) return;
  try {
    for await (const scores of first) {
      const { position, item, versions } = scores;
      const same: DocumentScores[] = [scores];
      for (const other of others) {
        const next = await other.next();
        if (!next.done) same.push(next.value);
      }
      const cited = new Set(versions.flatMap(([{ row }]) => citedTexts(row?.output)));
      yield {
        position,
        item,
        observations: joinObservations(same.map(observationsOf)),
        cited: [...cited].join('\n'),
      };
    }
  } finally {
    for (const other of others) await other.return(undefined);
  }
}

/** Returns the record `other` with its documents in the order of the first record. */
async function inOrderOf(first: RecordReader, other: RecordReader): Promise<FoldSource> {
  const { plan, summary } = other;
  const { sha256 } = first.plan.items;
  // If both records have the same items file, their items have the same positions.
  if (sha256 !== null && sha256 === plan.items.sha256) return other;
  const places = await matchItems(first, other);
  return {
    plan,
    summary,
    documents: (positions) =>
      documentsAt(
        other,
        positions === undefined ? places : Array.from(positions, (position) => places[position] as number),
      ),
  };
}

/** Returns, for each position in the first record, the position of the same document in the other record. */
async function matchItems(first: RecordReader, other: RecordReader): Promise<number[]> {
  const known = new Map<string, { readonly position: number; readonly hash: string }>();
  for await (const { id, expectationHash } of first.items())
    known.set(id, { position: known.size, hash: expectationHash });
  const places: number[] = [];
  let position = 0;
  for await (const { id, expectationHash } of other.items()) {
    const same = known.get(id);
    if (same === undefined || same.hash !== expectationHash) throw otherGold(other.dir, `item ${id}`);
    places[same.position] = position++;
  }
  if (position !== known.size) throw otherGold(other.dir, `${position} items, not ${known.size}`);
  return places;
}

function otherGold(dir: string, difference: string): GoldsetError {
  return new GoldsetError('USAGE', {
    problem: `${dir} differs from the first record in items or gold (${difference})`,
    fix: 'Name records of the same dataset.',
  });
}
