import type { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ClassifyConfig } from '../../../model/processor/processor-config.ts';
import type { InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import type { InjectedOutput } from './inject-fields.ts';
import { shiftedConfidence } from './shifted-confidence.ts';

/** Replaces the class with the given probabilities, then adjusts the confidence. */
export function injectClassification(
  settings: InjectionSettings,
  config: ClassifyConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  if (!isJsonObject(output) || typeof output.id !== 'string') return { output, errors: [] };
  const changed: Record<string, unknown> = { ...output };
  const errors: InjectedOutput['errors'][number][] = [];
  const draw = random.next();
  const row = settings.confusion?.[output.id] ?? {};
  let below = 0;
  for (const [id, chance] of Object.entries(row)) {
    const from = below;
    below += chance;
    const other = config.classifications.find((entry) => entry.id === id);
    if (other === undefined || id === output.id || draw < from || draw >= below) continue;
    changed.id = other.id;
    changed.type = other.type;
    errors.push({ kind: 'class', path: 'id', before: output.id, after: other.id });
  }
  const rightShare = 1 - Math.min(1, sumOfOthers(row, output.id));
  const confidence = shiftedConfidence(settings, output.confidence, rightShare);
  if (confidence !== null && confidence !== output.confidence) {
    changed.confidence = confidence;
    errors.push({ kind: 'confidence', path: 'confidence', before: output.confidence, after: confidence });
  }
  return { output: changed, errors };
}

function sumOfOthers(row: Readonly<Record<string, number>>, id: string): number {
  return Object.entries(row).reduce((sum, [other, chance]) => sum + (other === id ? 0 : chance), 0);
}
