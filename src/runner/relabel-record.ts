import { GoldsetError } from '../base/goldset-error.ts';
import { GoldCheck, throwProblems } from '../loaders/gold/gold-check.ts';
import type { EvaluationSet, EvaluationSetItem } from '../model/dataset/evaluation-set.ts';
import type { RecordedItem, RunPlan } from '../model/record/run-record.ts';
import { ItemsChecksum } from '../record/files/checksums.ts';
import { expectationHash } from '../record/files/expectation-hash.ts';
import type { RecordReader } from '../record/read/open-record.ts';
import { planItems } from './plan-items.ts';
import type { GoldOptions } from './run-options.ts';

export interface RelabelledRecord {
  /** Reads the record, but with the expected outputs and tags of the dataset. */
  readonly reader: RecordReader;
  /** Ids of the items whose gold changed, in the order of the record. */
  readonly changed: readonly string[];
  readonly changedPositions: readonly number[];
}

const maxListedIds = 5;

/**
 * Returns a record with newer gold: each item gets the expected output of the dataset item with the same id
 * and document. Throws USAGE with the ids of items that are missing or have another document. Throws
 * GOLD_NOT_IN_SCHEMA if a run would reject the gold.
 */
export async function relabelRecord(
  reader: RecordReader,
  set: EvaluationSet,
  { allowUnknownGold = false }: Pick<GoldOptions, 'allowUnknownGold'> = {},
): Promise<RelabelledRecord> {
  const { plan } = reader;
  if (set.kind !== plan.dataset.kind)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} is for ${set.kind}, and the record is for ${plan.dataset.kind}`,
      fix: 'Use the current version of the dataset of the record.',
    });
  const checksum = new ItemsChecksum();
  const changed: string[] = [];
  const changedPositions: number[] = [];
  const foreign: string[] = [];
  let foreignCount = 0;
  const { ids } = await reader.index();
  const isNeeded = (id: string): boolean => ids.find(id) >= 0;
  const check = new GoldCheck({
    path: set.path,
    dataset: set.manifest.config,
    versions: plan.target.kind === 'predictions' ? [] : plan.versions,
  });
  const onItem = (item: EvaluationSetItem) => {
    if (isNeeded(item.id)) check.add(item);
  };
  await using gold = new ItemsById(planItems(set, {}, { onItem }), isNeeded);
  for await (const old of reader.items()) {
    const now = await gold.take(old.id);
    if (now?.documentHash !== old.documentHash) {
      foreignCount++;
      if (foreign.length < maxListedIds) foreign.push(old.id);
      continue;
    }
    if (now.expectationHash !== old.expectationHash) {
      changed.push(old.id);
      changedPositions.push(ids.find(old.id));
    }
    checksum.add(now);
  }
  if (foreignCount > 0)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} lacks ${foreignCount} of ${plan.items.count} documents of the record (${foreign.join(', ')}${foreignCount > maxListedIds ? ', ...' : ''})`,
      fix: 'Use the current version of the dataset of the record.',
    });
  throwProblems(set.path, check.problems(allowUnknownGold));
  const { config, presence } = set.manifest;
  const dataset = { ...plan.dataset, name: set.name, checksum: checksum.digest(), config, presence };
  const options = Object.fromEntries(Object.entries(plan.options).filter(isKept));
  return {
    changed,
    changedPositions: changedPositions.sort((a, b) => a - b),
    reader: {
      ...reader,
      plan: { ...plan, dataset, options, unknownGold: check.unknown() },
      items: async function* () {
        await using gold = new ItemsById(goldOf(set), isNeeded);
        for await (const item of reader.items()) yield { ...item, ...(await gold.take(item.id)) };
      },
      documents: async function* (positions) {
        const picked = positions === undefined ? undefined : new Set(positions);
        await using gold = new ItemsById(goldOf(set), (id) =>
          picked === undefined ? isNeeded(id) : picked.has(ids.find(id)),
        );
        for await (const { item, ...document } of reader.documents(picked))
          yield { ...document, item: { ...item, ...(await gold.take(item.id)) } };
      },
    },
  };
}

/**
 * Returns whether an option of the record also applies to the newer gold. A presence policy that comes from the dataset
 * or from the defaults applies only to the earlier gold.
 */
function isKept([name, { from }]: [string, RunPlan['options'][string]]): boolean {
  return !name.startsWith('presence.') || (from !== 'dataset' && from !== 'default');
}

type Gold = Pick<
  RecordedItem,
  'id' | 'expectationHash' | 'expectedOutput' | 'notScored' | 'tags' | 'goldSource'
>;

/** Yields the gold of a dataset. Reads no documents, because `relabelRecord` has already compared them. */
async function* goldOf(set: EvaluationSet): AsyncGenerator<Gold> {
  for await (const { id, expectedOutput, notScored, tags, goldSource } of set.items())
    yield {
      id,
      expectationHash: expectationHash({ expectedOutput, notScored }),
      expectedOutput: expectedOutput ?? null,
      tags: { ...tags },
      // Set this member even if it is `undefined`, so that it replaces the member of the earlier gold.
      notScored,
      goldSource,
    };
}

/** Looks up items of a stream by id, each at most once. Keeps the items that a later look-up may need. */
class ItemsById<T extends { readonly id: string }> implements AsyncDisposable {
  readonly #items: AsyncGenerator<T>;
  readonly #isNeeded: (id: string) => boolean;
  readonly #skipped = new Map<string, T>();

  constructor(items: AsyncGenerator<T>, isNeeded: (id: string) => boolean) {
    this.#items = items;
    this.#isNeeded = isNeeded;
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
      if (this.#isNeeded(next.value.id)) this.#skipped.set(next.value.id, next.value);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#items.return(undefined);
  }
}
