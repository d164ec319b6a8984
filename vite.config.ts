import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const viewer = (relative: string) =>
  fileURLToPath(new URL(relative, new URL('./src/viewer/', import.meta.url)));

/** Builds the viewer into `bundle/`, which is committed, so that writing a report needs no build. */
export default defineConfig({
  root: viewer('.'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: viewer('../report/html/bundle'),
    emptyOutDir: false,
    target: 'es2023',
    minify: true,
    sourcemap: false,
    reportCompressedSize: false,
    lib: {
      entry: viewer('main.tsx'),
      formats: ['iife'],
      name: 'goldsetViewer',
      fileName: () => 'viewer.js',
      cssFileName: 'viewer',
    },
  },
});
