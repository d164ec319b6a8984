import { GoldsetError } from '../base/goldset-error.ts';
import type { EvaluationSet } from '../model/evaluation-set.ts';
import type { PlannedItem, RecordedItem } from '../model/run-record.ts';
import { itemsChecksum } from '../record/items-checksum.ts';
import type { RecordReader } from '../record/open-record.ts';
import { planItems } from './plan-items.ts';

export interface RegoldedRecord {
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
export async function withGold(reader: RecordReader, set: EvaluationSet): Promise<RegoldedRecord> {
  const { plan } = reader;
  if (set.kind !== plan.dataset.kind)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} is for ${set.kind}, the record for ${plan.dataset.kind}`,
      mend: 'Give the dataset that the record was made from, as it is now.',
    });
  const gold = new Map<string, { planned: PlannedItem; recorded: RecordedItem }>();
  const wanted = new Set(plan.items.map(({ id }) => id));
  for await (const item of planItems(set, {}))
    if (wanted.has(item.planned.id)) gold.set(item.planned.id, item);
  const foreign = plan.items.filter(
    ({ id, documentHash }) => gold.get(id)?.planned.documentHash !== documentHash,
  );
  if (foreign.length > 0)
    throw new GoldsetError('USAGE', {
      problem: `--gold: ${set.path} lacks ${foreign.length} of ${plan.items.length} documents of the record (${foreign
        .slice(0, named)
        .map(({ id }) => id)
        .join(', ')}${foreign.length > named ? ', ...' : ''})`,
      mend: 'Give the dataset that the record was made from, as it is now.',
    });
  const items = plan.items.map(({ id }) => (gold.get(id) as { planned: PlannedItem }).planned);
  const { config, presence } = set.manifest;
  const regolded = (old: RecordedItem): RecordedItem => {
    const now = gold.get(old.id)?.recorded;
    return now === undefined ? old : { ...old, expectedOutput: now.expectedOutput, tags: now.tags };
  };
  return {
    changed: plan.items
      .filter(({ id, expectationHash }) => gold.get(id)?.planned.expectationHash !== expectationHash)
      .map(({ id }) => id),
    reader: {
      ...reader,
      plan: {
        ...plan,
        items,
        dataset: { ...plan.dataset, name: set.name, checksum: itemsChecksum(items), config, presence },
      },
      items: async function* () {
        for await (const old of reader.items()) yield regolded(old);
      },
      documents: async function* (positions) {
        for await (const document of reader.documents(positions))
          yield { ...document, item: regolded(document.item) };
      },
    },
  };
}
