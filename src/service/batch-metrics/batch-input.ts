import type { ProcessorConfig } from '../../model/processor/processor-config.ts';
import type { InjectableConvention } from '../../model/wire/batch-processor-run.ts';

export interface BatchDocument {
  readonly runId: string;
  readonly output: unknown;
  /** Expected output, or `undefined` if the file has none. */
  readonly expected: unknown;
  readonly pages: number;
  readonly runTimeMs: number | null;
}

export interface BatchInput {
  readonly config: ProcessorConfig;
  readonly fuzzyMatchFields: readonly string[];
  readonly excludeFields: readonly string[];
  readonly injectedConventions: readonly InjectableConvention[];
  /**
   * Documents with a successful run. The convention `failures-counted` adds documents with a failed run, whose output
   * is `null`.
   */
  readonly documents: readonly BatchDocument[];
}
