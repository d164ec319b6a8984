import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const viewer = (relative: string) =>
  fileURLToPath(new URL(relative, new URL('./src/viewer/', import.meta.url)));

/**
 * Builds the viewer into `bundle/`, which is committed, so that writing a report needs no build. `--mode charts`
 * builds the script that draws charts, which a report page runs when it shows the first chart.
 */
export default defineConfig(({ mode }) => {
  const name = mode === 'charts' ? 'charts' : 'viewer';
  return {
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
      // These browsers know light-dark(), which declares the colours of both themes.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      sourcemap: false,
      reportCompressedSize: false,
      lib: {
        entry: viewer(mode === 'charts' ? 'charts/charts-main.ts' : 'main.tsx'),
        formats: ['iife'],
        name: `goldset${mode === 'charts' ? 'Charts' : 'Viewer'}`,
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  };
});
