import type { Loader } from '../../model/dataset/loader.ts';
import { azureLabelsLoader } from './azure-labels-dataset.ts';
import { csvLoader } from './csv-dataset.ts';
import { huggingFaceLoader } from './hugging-face-dataset.ts';
import { labelStudioLoader } from './label-studio-dataset.ts';
import { nativeLoader } from './native-dataset.ts';
import { packetsLoader } from './packets-dataset.ts';
import { pairsLoader } from './pairs-dataset.ts';
import { sroieLoader, sroieTextAllLoader, sroieTextLoader } from './sroie-dataset.ts';
import { zugferdLoader } from './zugferd-dataset.ts';

/**
 * All dataset formats, in the order in which the documentation lists them. The order does not affect which loader is
 * chosen.
 */
export const loaders: readonly Loader[] = [
  nativeLoader,
  csvLoader,
  pairsLoader,
  packetsLoader,
  sroieLoader,
  sroieTextLoader,
  sroieTextAllLoader,
  zugferdLoader,
  azureLabelsLoader,
  labelStudioLoader,
  huggingFaceLoader,
];
