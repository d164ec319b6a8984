import type { ProcessorConfig } from '../../model/processor-config.ts';

/** One processed file of a batch: its output, and what was expected of it, if anything was. */
export interface BatchDocument {
  readonly output: unknown;
  /** Undefined where the file was given without an expectation. */
  readonly expected: unknown;
  readonly pages: number;
  readonly runTimeMs: number | null;
}

/** All that the metrics of a batch are made of. Files whose run failed are not in it. */
export interface BatchInput {
  readonly config: ProcessorConfig;
  readonly fuzzyMatchFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly documents: readonly BatchDocument[];
}
