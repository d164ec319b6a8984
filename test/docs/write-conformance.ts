import { startVitest } from 'vitest/node';
import { ConformanceReporter } from './conformance-reporter.ts';

// Runs the tests of the contract, and writes docs/conformance.md from those that passed.
const vitest = await startVitest('test', ['test/contract/service'], {
  watch: false,
  reporters: ['dot', new ConformanceReporter('write')],
});
await vitest.close();
