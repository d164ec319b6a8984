import { Random } from '../../../base/random.ts';
import type { ProcessorConfig } from '../../../model/processor/processor-config.ts';
import type { InjectedError } from '../../../model/wire/local/injected-errors.ts';
import type { StoredInjection } from '../../stores/injected-error-store.ts';
import type { StoredRun } from '../../stores/run-store.ts';
import type { Store } from '../../stores/store.ts';
import type { RunExecutor } from '../../work/run-executor.ts';
import { injectClassification } from './inject-classification.ts';
import { injectExtraction } from './inject-extraction.ts';
import type { InjectedOutput } from './inject-fields.ts';
import { injectSplits } from './inject-splits.ts';

/** Plants errors in the outputs of the processors that have plants, and writes down which. */
export function injectErrors(context: { readonly store: Store; readonly runs: RunExecutor }): void {
  const { plants } = context.store;
  context.runs.observe({
    rewrite: (run, output) => {
      const active = plants.list().filter((plant) => appliesTo(context.store, plant, run));
      if (active.length === 0) return output;
      const hash = context.store.files.find(run.file_id)?.hash ?? run.file_id;
      const config = JSON.parse(run.config) as ProcessorConfig;
      const planted: InjectedError[] = [];
      let current = JSON.parse(output) as unknown;
      for (const plant of active) {
        // By the file's bytes, not by the run: whoever runs it again finds the same errors.
        const random = new Random(`${plant.settings.seed ?? 0}:${hash}`);
        const result = injectInto(plant, config, current, random);
        current = result.output;
        for (const error of result.errors) planted.push({ plantId: plant.id, ...error });
      }
      plants.record(run.id, planted, output);
      return JSON.stringify(current);
    },
  });
}

function appliesTo(store: Store, plant: StoredInjection, run: StoredRun): boolean {
  if (plant.processorId !== run.processor_id) return false;
  const { version } = plant.settings;
  if (version === undefined) return true;
  return store.processors.resolve(run.processor_id, version)?.id === run.processor_version_id;
}

function injectInto(
  { settings }: StoredInjection,
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
