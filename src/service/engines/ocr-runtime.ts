import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type * as OnnxRuntimeWeb from 'onnxruntime-web';
import type { InferenceSession, InferenceSessionFactory, TensorConstructor } from 'onnxruntime-web';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { installedVersion } from '../../pages/open/reader-versions.ts';

export interface OcrRuntime extends InstalledRuntime {
  /**
   * Opens a network from the bytes of its ONNX file. With `reuseMemory`, the network keeps the memory of its results
   * between runs, which takes less time for large inputs.
   */
  readonly open: (model: Uint8Array, reuseMemory?: boolean) => Promise<InferenceSession>;
  readonly Tensor: TensorConstructor;
}

interface InstalledRuntime {
  /**
   * `native` is the optional package onnxruntime-node. `webassembly` is part of goldset and runs everywhere, but takes
   * about 2.5 times the processor time. The outputs of the two runtimes differ by less than 1e-6.
   */
  readonly kind: 'native' | 'webassembly';
  readonly name: string;
  readonly version: string;
}

/** Exports of onnxruntime-node and onnxruntime-web that goldset uses. */
interface RuntimePackage {
  readonly InferenceSession: InferenceSessionFactory;
  readonly Tensor: TensorConstructor;
}

const names = { native: 'onnxruntime-node', webassembly: 'onnxruntime-web' } as const;

/** Copy of the WebAssembly runtime in a built package. The build creates this copy. */
const builtCopy = new URL('../../ocr-runtime/', import.meta.url);

const options: InferenceSession.SessionOptions = {
  // One thread adds numbers in a fixed order, so results are reproducible. The service runs several workers in
  // parallel instead.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/**
 * Returns the runtime that reads images. GOLDSET_OCR_RUNTIME selects one. Without this variable, goldset uses the native
 * runtime if it is installed, otherwise WebAssembly. Throws USAGE if GOLDSET_OCR_RUNTIME names a runtime that is unknown or not installed.
 */
export async function installedOcrRuntime(): Promise<InstalledRuntime> {
  const wanted = process.env.GOLDSET_OCR_RUNTIME || undefined;
  for (const kind of ['native', 'webassembly'] as const) {
    if (wanted !== undefined && wanted !== kind) continue;
    const version = await versionOf(kind);
    if (version !== undefined) return { kind, name: names[kind], version };
  }
  throw new GoldsetError('USAGE', runtimeProblem(wanted));
}

/**
 * Returns the OCR models, the OCR runtime and the platform as one text. The text is part of the identity of a local
 * service.
 */
export async function describeOcr(): Promise<string> {
  const { kind, name, version } = await installedOcrRuntime();
  return `PP-OCRv4, ${name} ${version} (${kind}), ${process.platform}-${process.arch}`;
}

function runtimeProblem(wanted: string | undefined): { problem: string; fix: string } {
  if (wanted === 'native')
    return {
      problem: 'GOLDSET_OCR_RUNTIME is "native", but the package onnxruntime-node is not installed',
      fix: 'Install the package with `npm install onnxruntime-node`, or unset the variable.',
    };
  if (wanted === undefined || wanted === 'webassembly')
    return {
      problem: 'the WebAssembly runtime that reads images is missing',
      fix: 'Install goldset again. In a checkout, run `npm ci`.',
    };
  return {
    problem: `GOLDSET_OCR_RUNTIME is ${JSON.stringify(wanted)}; expected "native" or "webassembly"`,
    fix: 'Correct or unset the variable.',
  };
}

async function versionOf(kind: InstalledRuntime['kind']): Promise<string | undefined> {
  if (kind === 'native') return installedVersion(names.native);
  const text = await readFile(new URL('package.json', builtCopy), 'utf8').catch(() => undefined);
  return text === undefined
    ? installedVersion(names.webassembly)
    : (JSON.parse(text) as { version: string }).version;
}

/** Loads the runtime that `installedOcrRuntime` returns. Throws USAGE if the native runtime cannot be loaded. */
export async function loadOcrRuntime(): Promise<OcrRuntime> {
  const installed = await installedOcrRuntime();
  const { InferenceSession, Tensor } = await (installed.kind === 'native' ? loadNative() : loadWebAssembly());
  const open = (model: Uint8Array, reuseMemory = false) =>
    InferenceSession.create(model, { ...options, enableCpuMemArena: reuseMemory });
  return { ...installed, open, Tensor };
}

async function loadNative(): Promise<RuntimePackage> {
  try {
    return await import('onnxruntime-node');
  } catch (thrown) {
    throw new GoldsetError('USAGE', {
      problem: `the installed package onnxruntime-node cannot be loaded: ${messageOf(thrown)}`,
      fix: 'Install the package again, or set GOLDSET_OCR_RUNTIME=webassembly.',
    });
  }
}

async function loadWebAssembly(): Promise<RuntimePackage> {
  const folder = existsSync(builtCopy)
    ? builtCopy
    : new URL('.', import.meta.resolve('onnxruntime-web/wasm'));
  const runtime = (await import(new URL('ort.wasm.bundle.min.mjs', folder).href)) as typeof OnnxRuntimeWeb;
  // Uses one thread, as in the native runtime. Passes the bytes of the WebAssembly file, so that the runtime does not
  // search for the file.
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmBinary = await readFile(new URL('ort-wasm-simd-threaded.wasm', folder));
  return runtime;
}
