import { afterEach, expect, test, vi } from 'vitest';
import { installedOcrRuntime, loadOcrRuntime } from '../../../../src/service/engines/ocr-runtime.ts';

afterEach(() => vi.unstubAllEnvs());

test('prefers the native runtime', async () => {
  vi.stubEnv('GOLDSET_OCR_RUNTIME', '');
  expect(await installedOcrRuntime()).toMatchObject({ kind: 'native', name: 'onnxruntime-node' });
});

test('loads WebAssembly if GOLDSET_OCR_RUNTIME names it', async () => {
  vi.stubEnv('GOLDSET_OCR_RUNTIME', 'webassembly');
  expect(await loadOcrRuntime()).toMatchObject({
    kind: 'webassembly',
    name: 'onnxruntime-web',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test('names an unknown runtime with those that exist', async () => {
  vi.stubEnv('GOLDSET_OCR_RUNTIME', 'gpu');
  await expect(installedOcrRuntime()).rejects.toMatchObject({
    code: 'USAGE',
    message: 'GOLDSET_OCR_RUNTIME is "gpu"; expected "native" or "webassembly"',
    fix: 'Correct or unset the variable.',
  });
});
