import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';
import { presencePolicySchema } from '../processor/presence-policy.ts';
import {
  type ProcessorKind,
  processorConfigSchema,
  processorKindSchema,
} from '../processor/processor-config.ts';

/** `dataset.json` of a native dataset. */
export const datasetManifestSchema = z.looseObject({
  name: z.string().min(1),
  kind: processorKindSchema,
  description: z.string().optional(),
  licence: z.string().optional(),
  source: z.string().optional(),
  config: processorConfigSchema.optional(),
  /** What a null, an empty text and a missing key mean in this gold; flags and configuration win over it. */
  presence: presencePolicySchema.optional(),
});
export type DatasetManifest = z.infer<typeof datasetManifestSchema>;

/** Where the document of an item comes from; exactly one. */
export type DocumentSource =
  /** A file on this machine, absolute. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string; readonly name: string }
  /** A file that the service already holds. */
  | { readonly kind: 'fileId'; readonly fileId: string };

/** One item of a gold set: a document and what a processor should make of it. */
export interface EvaluationSetItem {
  /** Unique within the set; stable, never the position. */
  readonly id: string;
  readonly source: DocumentSource;
  /** In one of the shapes the service takes for the kind, as it was written; scorers normalise it. */
  readonly expectedOutput: JsonValue;
  readonly tags: Readonly<Record<string, string>>;
  /** Where it was read, for messages: file and line. */
  readonly origin: { readonly file: string; readonly line?: number };
}

/** A gold set as loaders give it: the head at once, the items as a stream, so that memory stays flat. */
export interface EvaluationSet {
  readonly name: string;
  readonly kind: ProcessorKind;
  readonly manifest: DatasetManifest;
  /** The folder or file it was read from. */
  readonly path: string;
  items(): AsyncIterable<EvaluationSetItem>;
}
