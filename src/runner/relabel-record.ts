import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { RecordedItem } from '../model/record/run-record.ts';
import { ItemsChecksum } from '../record/files/checksums.ts';
import type { RecordReader } from '../record/read/open-record.ts';
import { planItems } from './plan-items.ts';

interface RelabelledRecord {
  /** The record with the expected outputs and tags of the dataset. */
  readonly reader: RecordReader;
  /** Ids of the items whose expected output changed. */
  readonly changed: readonly string[];
}

const maxListedIds = 5;

/**
 * Returns an old record with newer gold. Each item of the record gets the expected output that the dataset has for the same
 * id and document. Throws USAGE with the ids if the dataset lacks items, or has them with another document.
 */
export async function relabelRecord(reader: RecordReader, set: EvaluationSet): Promise<RelabelledRecord> {
  const { plan } = reader;
  if (set.kind !== plan.dataset.kind)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} is for ${set.kind}, and the record is for ${plan.dataset.kind}`,
      fix: 'Use the current version of the dataset of the record.',
    });
  const checksum = new ItemsChecksum();
  const changed: string[] = [];
  const foreign: string[] = [];
  let foreignCount = 0;
  const { ids } = await reader.index();
  const isWanted = (id: string): boolean => ids.find(id) >= 0;
  const gold = new ItemsById(planItems(set, {}), isWanted);
  try {
    for await (const old of reader.items()) {
      const now = await gold.take(old.id);
      if (now?.documentHash !== old.documentHash) {
        foreignCount++;
        if (foreign.length < maxListedIds) foreign.push(old.id);
        continue;
      }
      if (now.expectationHash !== old.expectationHash) changed.push(old.id);
      checksum.add(now);
    }
  } finally {
    await gold.close();
  }
  if (foreignCount > 0)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} lacks ${foreignCount} of ${plan.items.count} documents of the record (${foreign.join(', ')}${foreignCount > maxListedIds ? ', ...' : ''})`,
      fix: 'Use the current version of the dataset of the record.',
    });
  const { config, presence } = set.manifest;
  const dataset = { ...plan.dataset, name: set.name, checksum: checksum.digest(), config, presence };
  return {
    changed,
    reader: {
      ...reader,
      plan: { ...plan, dataset },
      items: () =>
        relabelled(
          reader.items(),
          set,
          isWanted,
          (item) => item,
          (_, item) => item,
        ),
      documents: (positions) => {
        const picked = positions === undefined ? null : new Set(positions);
        return relabelled(
          reader.documents(picked ?? undefined),
          set,
          picked === null ? isWanted : (id) => picked.has(ids.find(id)),
          ({ item }) => item,
          (document, item) => ({ ...document, item }),
        );
      },
    },
  };
}

type Gold = Pick<RecordedItem, 'id' | 'expectationHash' | 'expectedOutput' | 'tags'>;

/** Yields the gold without reading the documents, which `relabelRecord` has already compared. */
async function* goldOf(set: EvaluationSet): AsyncGenerator<Gold> {
  for await (const { id, expectedOutput, tags } of set.items())
    yield { id, expectationHash: sha256Json(expectedOutput), expectedOutput, tags: { ...tags } };
}

/** Yields each entry with the gold of the dataset. */
async function* relabelled<T>(
  entries: AsyncGenerator<T>,
  set: EvaluationSet,
  isWanted: (id: string) => boolean,
  itemOf: (entry: T) => RecordedItem,
  withItem: (entry: T, item: RecordedItem) => T,
): AsyncGenerator<T> {
  const gold = new ItemsById(goldOf(set), isWanted);
  try {
    for await (const entry of entries) {
      const old = itemOf(entry);
      const now = await gold.take(old.id);
      yield now === undefined ? entry : withItem(entry, { ...old, ...now });
    }
  } finally {
    await gold.close();
  }
}

/**
 * Takes items from a stream by id, each at most once. Reads the stream only as far as needed. Stores skipped items that
 * a later call may take. Needs no memory if the calls follow the order of the stream.
 */
class ItemsById<T extends { readonly id: string }> {
  readonly #items: AsyncGenerator<T>;
  readonly #isWanted: (id: string) => boolean;
  readonly #skipped = new Map<string, T>();

  constructor(items: AsyncGenerator<T>, isWanted: (id: string) => boolean) {
    this.#items = items;
    this.#isWanted = isWanted;
  }

  async take(id: string): Promise<T | undefined> {
    const skipped = this.#skipped.get(id);
    if (skipped !== undefined) {
      this.#skipped.delete(id);
      return skipped;
    }
    for (;;) {
      const next = await this.#items.next();
      if (next.done === true) return undefined;
      if (next.value.id === id) return next.value;
      if (this.#isWanted(next.value.id)) this.#skipped.set(next.value.id, next.value);
    }
  }

  async close(): Promise<void> {
    await this.#items.return(undefined);
  }
}
