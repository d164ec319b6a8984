import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';
import {
  type ProcessorKind,
  processorConfigSchema,
  processorKindSchema,
} from '../processor/processor-config.ts';
import { presencePolicySchema } from '../score/scoring-policies.ts';
import { datasetGoldSourceSchema, type GoldSource } from './gold-source.ts';
import type { NotScored } from './not-scored.ts';

/** Content of `dataset.json`, the manifest of a dataset in the format of goldset. */
export const datasetManifestSchema = z.looseObject({
  name: z.string().min(1).describe('name of the dataset'),
  kind: processorKindSchema.describe('kind of the processors that can run on the dataset'),
  description: z.string().optional().describe('information for readers'),
  licence: z.string().optional().describe('information for readers'),
  source: z.string().optional().describe('information for readers'),
  config: processorConfigSchema
    .optional()
    .describe('config of a processor, against which the gold is checked'),
  /** Presence policy of the dataset. Flags and the configuration file override it. */
  presence: presencePolicySchema
    .optional()
    .describe('meaning of null, an empty text and a missing key in this gold'),
  goldSource: datasetGoldSourceSchema
    .optional()
    .describe('processor version that proposed the labels; not set if no version did'),
});
export type DatasetManifest = z.infer<typeof datasetManifestSchema>;

export type DocumentSource =
  /** A file on this machine, with its absolute path. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string; readonly name: string }
  | { readonly kind: 'fileId'; readonly fileId: string };

/** One item of a dataset: a document with its expected output and tags. */
export interface EvaluationSetItem {
  /** Id of the item, unique in the dataset. The id does not depend on the position of the item. */
  readonly id: string;
  readonly source: DocumentSource;
  /**
   * Expected output as stored in the dataset, in one of the output formats of the service. Scorers normalise it. `null`
   * for an item without gold, which is run but not scored.
   */
  readonly expectedOutput: JsonValue;
  /** Maps the path of each value that is not scored to the reason. Only for EXTRACT. */
  readonly notScored?: NotScored | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** The processor version that proposed the gold; not set if no version did, or if the dataset does not record it. */
  readonly goldSource?: GoldSource | undefined;
  /** File and line that contain the item, for error messages. */
  readonly origin: { readonly file: string; readonly line?: number };
}

/** Returns whether an item has gold. Items without gold are run, but no figure that needs gold includes them. */
export function hasGold({ expectedOutput }: { readonly expectedOutput?: unknown }): boolean {
  return expectedOutput !== undefined && expectedOutput !== null;
}

/** A dataset: its manifest, and its items as a stream, because they may not fit into memory. */
export interface EvaluationSet {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly manifest: DatasetManifest;
  readonly path: string;
  items(): AsyncIterable<EvaluationSetItem>;
}

/** Maximum nesting depth of gold. Deeper gold could exhaust the stack of recursive functions. */
export const deepestGold = 64;
