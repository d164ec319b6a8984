import { startVitest } from 'vitest/node';
import { ConformanceReporter } from './conformance-reporter.ts';

// Runs the tests of the contract, or the files of them that are given, and writes docs/conformance.md from those that passed.
const files = process.argv.slice(2);
const vitest = await startVitest('test', files.length === 0 ? ['test/contract/service'] : files, {
  watch: false,
  reporters: ['dot', new ConformanceReporter('write')],
});
await vitest.close();
