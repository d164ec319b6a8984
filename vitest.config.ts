import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { ConformanceReporter } from './test/docs/generators/conformance-reporter.ts';
import { BrowserTestsFirst } from './test/fixtures/browser-tests-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/fixtures/temporary-files.ts'],
    // Only a hang takes this long, also where other work has the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Node makes the space for new objects smaller while a process waits. In a process with many long-lived objects, the
    // space stayed at 1 MB, and garbage collection took a third of the time. Node also discards the code of functions that it
    // has not called for a while. Later test files would compile this code again.
    execArgv: ['--min-semi-space-size=16', '--no-flush-bytecode'],
    // Twice the two cores that the suite is made for: tests wait for disks, pages and other processes.
    maxWorkers: 4,
    // A shared CI machine can stand still for seconds; a test that fails three times in a row is broken.
    retry: process.env.CI === undefined ? 0 : 2,
    // A file finds what the files before it in its process have loaded: a test puts back whatever it changes.
    isolate: false,
    sequence: { sequencer: BrowserTestsFirst },
    // Node loads the sources as it does for users. Its modules start sooner and run faster than those that Vite transforms.
    setupFiles: ['test/fixtures/setup-test-file.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Commands, services and their threads start several times sooner from code that is compiled once.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    reporters: ['default', new ConformanceReporter()],
  },
});
