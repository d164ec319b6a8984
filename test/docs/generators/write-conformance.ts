import { startVitest } from 'vitest/node';
import { ConformanceReporter } from './conformance-reporter.ts';

// Runs the contract tests of the service, or only the named files. Then updates docs/conformance.md.
const files = process.argv.slice(2);
const vitest = await startVitest('test', files.length === 0 ? ['test/contract/service'] : files, {
  watch: false,
  reporters: ['dot', new ConformanceReporter('write')],
});
await vitest.close();
