import { parseJson } from '../../../base/exact-json.ts';
import { Random } from '../../../base/random.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import type { ClassifyConfig, ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { InjectedError, InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import type { StoredRun } from '../../stores/run-store.ts';
import type { Store } from '../../stores/store.ts';
import type { RunExecutor } from '../../work/run-executor.ts';
import { injectExtraction } from './inject-extraction.ts';
import { injectSplits } from './inject-splits.ts';
import {
  changedConfidence,
  confusedClass,
  type InjectedOutput,
  type NewError,
} from './shifted-confidence.ts';

/** Applies the stored injections to the outputs of their processors, and records each injected error. */
export function injectErrors(context: { readonly store: Store; readonly runs: RunExecutor }): void {
  const { injections } = context.store;
  context.runs.observe({
    rewrite: (run, output) => {
      const active = injections
        .list([run.processorId])
        .filter(({ settings }) => appliesTo(context.store, settings, run));
      if (active.length === 0) return output;
      const hash = context.store.files.find(run.fileId)?.hash ?? run.fileId;
      const injectedErrors: InjectedError[] = [];
      let current = parseJson(output);
      for (const { id: injectionId, settings } of active) {
        // The seed depends on the file, so that a second run of the file gets the same errors.
        const random = new Random(`${settings.seed ?? 0}:${hash}`);
        const result = injectInto(settings, run.config, current, random);
        current = result.output;
        for (const error of result.errors) injectedErrors.push({ injectionId, ...error });
      }
      injections.record(run.id, injectedErrors, output);
      return JSON.stringify(current);
    },
  });
}

function appliesTo(store: Store, { version }: InjectionSettings, run: StoredRun): boolean {
  if (version === undefined) return true;
  return store.processors.resolve(run.processorId, version)?.id === run.processorVersionId;
}

function injectInto(
  settings: InjectionSettings,
  config: ProcessorConfig,
  output: unknown,
  random: Random,
): InjectedOutput {
  switch (config.type) {
    case 'EXTRACT':
      return injectExtraction(settings, config, output, random);
    case 'CLASSIFY':
      return injectClassification(settings, config, output, random);
    case 'SPLITTER':
      return injectSplits(settings, config, output, random);
  }
}

/** Replaces the class at random, by the rates in the settings. Then adjusts the confidence. */
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
  changed.confidence = changedConfidence(settings, errors, 'confidence', output.confidence, rightShare);
  return { output: changed, errors };
}

function sumOfOthers(row: Readonly<Record<string, number>>, id: string): number {
  return Object.entries(row).reduce((sum, [other, chance]) => sum + (other === id ? 0 : chance), 0);
}
