import { GoldsetError } from '../../base/goldset-error.ts';
import type { EvaluationSet } from '../../model/dataset/evaluation-set.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { ConfigInference } from '../reading/infer-config.ts';
import { predictionOutput } from './prediction-output.ts';
import { readPredictions } from './read-predictions.ts';

/**
 * Adds a config to a dataset that has no config, so that predictions for the dataset can be scored. Infers the config
 * from the gold, or from the predictions if no item has gold. Throws DATASET_INVALID if the values of one field are of
 * different kinds, for example a text and a list. Returns the dataset unchanged if there is nothing to infer.
 */
export async function withInferredConfig<Set extends EvaluationSet>(
  set: Set,
  predictionsFile: string,
): Promise<Set> {
  const { manifest } = set;
  if (manifest.config !== undefined) return set;
  const gold = new ConfigInference(set.kind);
  let isLabelled = false;
  for await (const item of set.items()) {
    if (!hasGold(item)) continue;
    isLabelled = true;
    gold.add(item.expectedOutput);
  }
  const conflict = gold.conflict();
  if (conflict !== null)
    throw new GoldsetError('DATASET_INVALID', {
      file: set.path,
      path: `the gold of ${conflict.path || 'the items'}`,
      found: conflict.found,
      expected: 'values of the same structure in all items',
      fix: 'Correct the gold, or add "config" to dataset.json.',
    });
  const config = isLabelled ? gold.config() : await configOfPredictions(set, predictionsFile);
  return config === undefined ? set : { ...set, manifest: { ...manifest, config } };
}

async function configOfPredictions({ kind, items }: EvaluationSet, file: string) {
  using predictions = await readPredictions(file, () => true);
  const inference = new ConfigInference(kind);
  for await (const { id } of items()) {
    const output = predictionOutput((await predictions.outputOf(id)) ?? null, kind, []);
    inference.add(output as JsonValue);
  }
  return inference.config();
}
