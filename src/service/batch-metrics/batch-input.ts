import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { InjectableConvention } from '../../model/wire/batch-processor-run.ts';

/** One processed file of a batch: its output, and what was expected of it, if anything was. */
export interface BatchDocument {
  readonly runId: string;
  readonly output: unknown;
  /** Undefined where the file was given without an expectation. */
  readonly expected: unknown;
  readonly pages: number;
  readonly runTimeMs: number | null;
}

/** All that the metrics of a batch are made of. */
export interface BatchInput {
  readonly config: ProcessorConfig;
  readonly fuzzyMatchFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly injectedConventions: readonly InjectableConvention[];
  /** Without the files whose run failed, unless `failures-counted` is planted: these have a null output then. */
  readonly documents: readonly BatchDocument[];
}
