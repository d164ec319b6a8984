import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { RecordedItem } from '../model/record/run-record.ts';
import { ItemsChecksum } from '../record/files/items-checksum.ts';
import type { RecordReader } from '../record/read/open-record.ts';
import { planItems } from './plan-items.ts';

export interface RelabelledRecord {
  /** The record with the dataset's expectations and tags in place of its own. */
  readonly reader: RecordReader;
  /** Items whose expectation is another one now. */
  readonly changed: readonly string[];
}

const named = 5;

/**
 * Judges an old run by newer gold: every item of the record takes the expectation that the dataset has for the same id
 * and the same document. Items that the dataset does not have, or has with another document, are refused by name.
 */
export async function relabelRecord(reader: RecordReader, set: EvaluationSet): Promise<RelabelledRecord> {
  const { plan } = reader;
  if (set.kind !== plan.dataset.kind)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} is for ${set.kind}, the record for ${plan.dataset.kind}`,
      fix: 'Give the dataset that the record was made from, as it is now.',
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
        if (foreign.length < named) foreign.push(old.id);
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
      problem: `--gold: ${set.path} lacks ${foreignCount} of ${plan.items.count} documents of the record (${foreign.join(', ')}${foreignCount > named ? ', ...' : ''})`,
      fix: 'Give the dataset that the record was made from, as it is now.',
    });
  const { config, presence } = set.manifest;
  const dataset = { ...plan.dataset, name: set.name, checksum: checksum.digest(), config, presence };
  return {
    changed,
    reader: {
      ...reader,
      plan: { ...plan, dataset },
      items: () =>
        regolded(
          reader.items(),
          set,
          isWanted,
          (item) => item,
          (_, item) => item,
        ),
      documents: (positions) => {
        const picked = positions === undefined ? null : new Set(positions);
        return regolded(
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

/** Leaves the documents alone: they were compared before. */
async function* goldOf(set: EvaluationSet): AsyncGenerator<Gold> {
  for await (const { id, expectedOutput, tags } of set.items())
    yield { id, expectationHash: sha256Json(expectedOutput), expectedOutput, tags: { ...tags } };
}

/** Gives each entry with the item that has the gold of now. */
async function* regolded<T>(
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
 * Items by id, each to be taken once. The stream is read as far as it takes to find one: nothing is held where items
 * are taken in its order, else the wanted ones that were passed over.
 */
class ItemsById<T extends { readonly id: string }> {
  readonly #items: AsyncGenerator<T>;
  readonly #isWanted: (id: string) => boolean;
  readonly #passed = new Map<string, T>();

  constructor(items: AsyncGenerator<T>, isWanted: (id: string) => boolean) {
    this.#items = items;
    this.#isWanted = isWanted;
  }

  async take(id: string): Promise<T | undefined> {
    const passed = this.#passed.get(id);
    if (passed !== undefined) {
      this.#passed.delete(id);
      return passed;
    }
    for (;;) {
      const next = await this.#items.next();
      if (next.done === true) return undefined;
      if (next.value.id === id) return next.value;
      if (this.#isWanted(next.value.id)) this.#passed.set(next.value.id, next.value);
    }
  }

  async close(): Promise<void> {
    await this.#items.return(undefined);
  }
}
