import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const source = (relative: string) => fileURLToPath(new URL(relative, new URL('./src/', import.meta.url)));

/** The scripts of the pages: the viewer of a report file, its charts, and the pages of `goldset view`. */
const builds = {
  viewer: { entry: 'viewer/main.tsx', out: 'report/html/bundle' },
  charts: { entry: 'viewer/charts/charts-main.ts', out: 'report/html/bundle' },
  workbench: { entry: 'workbench/ui/main.tsx', out: 'workbench/ui/bundle' },
} as const;

/** Builds one script, by default the viewer, into its folder `bundle/`. The result is committed, so that users need no build. */
export default defineConfig(({ mode }) => {
  const name = mode === 'charts' || mode === 'workbench' ? mode : 'viewer';
  const { entry, out } = builds[name];
  return {
    root: source('viewer'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: source(out),
      emptyOutDir: false,
      target: 'es2023',
      // These browsers know light-dark(), which declares the colours of both themes.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      sourcemap: false,
      reportCompressedSize: false,
      lib: {
        entry: source(entry),
        formats: ['cjs'],
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
      rolldownOptions: {
        // Code that a script on demand shares with the first script is in the first script.
        preserveEntrySignatures: 'allow-extension',
        output: {
          chunkFileNames: '[name].js',
          // A page has no module loader: each script registers what it exports, and finds what the first script exports.
          banner: '((exports,require)=>{"use strict";',
          footer: ({ fileName }) =>
            `})((globalThis.goldsetScripts??={})["./${fileName}"]={},(name)=>goldsetScripts[name]);`,
        },
      },
    },
  };
});
