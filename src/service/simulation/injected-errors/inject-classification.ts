import type { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ClassifyConfig } from '../../../model/processor/processor-config.ts';
import type { InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import {
  confusedClass,
  type InjectedOutput,
  type NewError,
  shiftedConfidence,
} from './shifted-confidence.ts';

/** Replaces the class with the given probabilities, then adjusts the confidence. */
export function injectClassification(
  settings: InjectionSettings,
  config: ClassifyConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  if (!isJsonObject(output) || typeof output.id !== 'string') return { output, errors: [] };
  const changed: Record<string, unknown> = { ...output };
  const errors: NewError[] = [];
  const other = confusedClass(settings, output.id, config.classifications, random.next());
  if (other !== undefined) {
    changed.id = other.id;
    changed.type = other.type;
    errors.push({ kind: 'class', path: 'id', before: output.id, after: other.id });
  }
  const rightShare = 1 - Math.min(1, sumOfOthers(settings.confusion?.[output.id] ?? {}, output.id));
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
