// Copies into dist/ what the compiler does not write: the bundles of the pages, and the WebAssembly runtime of OCR.
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

for (const folder of ['report/html/bundle', 'workbench/ui/bundle'])
  cpSync(`src/${folder}`, `dist/${folder}`, { recursive: true });

// Only these two of the files of onnxruntime-web, which has 139 MB. Its licence is MIT, as their first lines state.
const runtime = 'node_modules/onnxruntime-web';
mkdirSync('dist/ocr-runtime', { recursive: true });
for (const file of ['ort.wasm.bundle.min.mjs', 'ort-wasm-simd-threaded.wasm'])
  copyFileSync(`${runtime}/dist/${file}`, `dist/ocr-runtime/${file}`);
const { name, version, license } = JSON.parse(readFileSync(`${runtime}/package.json`, 'utf8'));
writeFileSync(
  'dist/ocr-runtime/package.json',
  `${JSON.stringify({ name, version, license, type: 'module' }, null, 2)}\n`,
);
copyFileSync('build/onnxruntime-licence.txt', 'dist/ocr-runtime/LICENSE');
