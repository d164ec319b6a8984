import type { GoldsetError } from '../../base/goldset-error.ts';
import type {
  DatasetManifest,
  EvaluationSet,
  EvaluationSetItem,
} from '../../model/dataset/evaluation-set.ts';

/** What a loader makes of one place in its files: an item, or what is wrong there. */
export type DatasetEntry = { readonly item: EvaluationSetItem } | { readonly problem: GoldsetError };

/** A gold set as one loader sees it, not yet checked. The entries can be read again and again. */
export interface DatasetSource {
  readonly manifest: DatasetManifest;
  /** The file that holds the manifest, or what stands for it in messages. */
  readonly manifestFile: string;
  readonly path: string;
  /** The config was read off the gold: checking the gold against it would prove nothing. */
  readonly inferred?: boolean;
  entries(): AsyncIterable<DatasetEntry>;
  /** What the reader should know, such as documents that were left out and why. */
  readonly notices: readonly string[];
}

/** Turns someone's files into a source; raises what makes the whole set unusable. */
export type OpenSource = (path: string) => Promise<DatasetSource>;

/** A gold set that was checked, with what its loader has to say. */
export interface LoadedDataset extends EvaluationSet {
  readonly notices: readonly string[];
}
