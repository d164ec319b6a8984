import { Random } from '../../../base/random.ts';
import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { InjectedError, InjectionSettings } from '../../../model/wire/local/injected-errors.ts';
import type { StoredRun } from '../../stores/run-store.ts';
import type { Store } from '../../stores/store.ts';
import type { RunExecutor } from '../../work/run-executor.ts';
import { injectClassification } from './inject-classification.ts';
import { injectExtraction } from './inject-extraction.ts';
import { injectSplits } from './inject-splits.ts';
import type { InjectedOutput } from './shifted-confidence.ts';

/** Applies the stored injections to the outputs of their processors, and records each injected error. */
export function injectErrors(context: { readonly store: Store; readonly runs: RunExecutor }): void {
  const { injections } = context.store;
  context.runs.observe({
    rewrite: (run, output) => {
      const active = injections.list().filter((injection) => appliesTo(context.store, injection, run));
      if (active.length === 0) return output;
      const hash = context.store.files.find(run.fileId)?.hash ?? run.fileId;
      const injectedErrors: InjectedError[] = [];
      let current = JSON.parse(output) as unknown;
      for (const injection of active) {
        // The seed depends on the file, so that a second run of the file gets the same errors.
        const random = new Random(`${injection.seed ?? 0}:${hash}`);
        const result = injectInto(injection, run.config, current, random);
        current = result.output;
        for (const error of result.errors) injectedErrors.push({ injectionId: injection.id, ...error });
      }
      injections.record(run.id, injectedErrors, output);
      return JSON.stringify(current);
    },
  });
}

function appliesTo(store: Store, { processorId, version }: InjectionSettings, run: StoredRun): boolean {
  if (processorId !== run.processorId) return false;
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
