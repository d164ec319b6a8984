import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import {
  conformanceFolder,
  conformancePage,
  conformancePath,
  type Proof,
  proofsIn,
} from './conformance-page.ts';

const page = path.resolve(import.meta.dirname, '../../..', conformancePath);

/**
 * Collects the conformance rows for which a test has passed. Uses only the test files that ran: the mode `check` fails
 * if their rows differ from the page, and the mode `write` updates their rows on the page.
 */
export class ConformanceReporter implements Reporter {
  readonly #mode: 'check' | 'write';
  #vitest: Vitest | undefined;

  constructor(mode: 'check' | 'write' = 'check') {
    this.#mode = mode;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(({ relativeModuleId }) => relativeModuleId.startsWith(conformanceFolder));
    // If tests are selected by name, the page is not checked, because skipped tests verify nothing.
    if (ran.length === 0 || this.#vitest?.config.testNamePattern !== undefined) return;
    const proofs = ran.flatMap(proofsOf);
    if (this.#mode === 'write') return this.#write(ran, proofs);
    const recorded = proofsIn(readFileSync(page, 'utf8'));
    const differences = ran
      // A file with a failed test is not compared, because the run fails anyway.
      .filter((module) => module.ok())
      .flatMap((module) => differencesOf(nameOf(module), recorded, proofs));
    if (differences.length === 0) return;
    fail([
      `${conformancePath} is not what the tests prove; npm run docs:conformance writes it again:`,
      ...differences.slice(0, 20),
    ]);
  }

  #write(ran: readonly TestModule[], proofs: readonly Proof[]): void {
    const unsure = ran.filter(isUnsure).map(nameOf);
    if (unsure.length > 0)
      return fail([
        `${conformancePath} is not written, since tests of its rows failed in ${unsure.join(', ')}`,
      ]);
    const rewritten = new Set(ran.map(nameOf));
    const others = proofsIn(readFileSync(page, 'utf8')).filter(
      ({ file }) => !rewritten.has(file) && existsSync(path.resolve(conformanceFolder, file)),
    );
    writeFileSync(page, conformancePage([...others, ...proofs]));
  }
}

function proofsOf(module: TestModule): Proof[] {
  const found: Proof[] = [];
  for (const test of module.children.allTests('passed'))
    for (const row of test.meta().proves ?? [])
      found.push({ row, file: nameOf(module), test: test.fullName });
  return found;
}

/** Returns whether a file could not be loaded, or a test that names conformance rows failed. */
function isUnsure(module: TestModule): boolean {
  if (module.errors().length > 0) return true;
  return [...module.children.allTests('failed')].some((test) => (test.meta().proves ?? []).length > 0);
}

function nameOf(module: TestModule): string {
  return module.relativeModuleId.slice(conformanceFolder.length);
}

function differencesOf(file: string, recorded: readonly Proof[], proofs: readonly Proof[]): string[] {
  const keys = (all: readonly Proof[]): Set<string> =>
    new Set(
      all
        .filter((proof) => proof.file === file)
        .map(({ row, test }) => `${row}  ${file}: ${test.replace(/\s+/g, ' ')}`),
    );
  const [before, now] = [keys(recorded), keys(proofs)];
  return [
    ...[...before].filter((key) => !now.has(key)).map((key) => `  no longer proved  ${key}`),
    ...[...now].filter((key) => !before.has(key)).map((key) => `  not on the page   ${key}`),
  ];
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`\n${lines.join('\n')}\n`);
  process.exitCode = 1;
}
