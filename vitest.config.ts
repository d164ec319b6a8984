import { defineConfig } from 'vitest/config';
import { ConformanceReporter } from './test/docs/conformance-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', new ConformanceReporter()],
  },
});
