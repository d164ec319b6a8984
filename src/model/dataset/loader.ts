import { z } from 'zod';
import type { GoldsetError } from '../../base/goldset-error.ts';
import type { DatasetManifest, EvaluationSet, EvaluationSetItem } from './evaluation-set.ts';

/** One entry of a dataset: an item, or the reason why the item is unusable. */
export type DatasetEntry = { readonly item: EvaluationSetItem } | { readonly problem: GoldsetError };

/** A dataset as one loader reads it, before any check. */
export interface DatasetSource {
  readonly manifest: DatasetManifest;
  /** Path of the manifest. If there is no manifest, the path of the dataset, for messages. */
  readonly manifestFile: string;
  readonly path: string;
  /**
   * True if the config was inferred from the gold. The gold is then not checked against the config, because an inferred
   * config always matches its gold.
   */
  readonly inferred?: boolean;
  /** Returns all entries. Each call starts again with the first entry. */
  entries(): Iterable<DatasetEntry> | AsyncIterable<DatasetEntry>;
  /** Remarks for the user, such as documents that were left out. */
  readonly notices: readonly string[];
}

/** File or folder that `recognise` examines. */
export interface LoaderInput {
  /** Absolute path of a file or folder that exists. */
  readonly path: string;
  /** Names of the files and folders in the folder; `null` if the path is a file. */
  readonly names: readonly string[] | null;
}

/** A dataset format. */
export interface Loader {
  /** Name before the colon of `name:path`: lower-case letters, digits and dashes. */
  readonly name: string;
  /** The files that the loader reads, as a phrase for `--help` and docs/datasets.md. */
  readonly doc: string;
  /** How an item without gold looks in this format, as a phrase for docs/datasets.md; not set if every item has gold. */
  readonly withoutGold?: string;
  /**
   * Returns whether the input has this format. A loader without this function opens a dataset only if the
   * user writes `name:path`.
   */
  readonly recognise?: (input: LoaderInput) => boolean;
  /** Opens a file or folder. Throws if the whole dataset is unusable. */
  readonly open: (path: string) => Promise<DatasetSource>;
}

export interface LoadedDataset extends EvaluationSet {
  readonly notices: readonly string[];
}

export const loaderSchema = z
  .custom<Loader>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'name' in value &&
      /^[a-z][a-z0-9-]+$/.test(String(value.name)) &&
      'open' in value &&
      typeof value.open === 'function',
    'a loader from defineLoader, with a name of lower-case letters, digits and dashes',
  )
  .meta({ type: 'object' });
