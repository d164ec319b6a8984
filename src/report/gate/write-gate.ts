import path from 'node:path';
import { writeFileAtomically } from '../../base/write-file.ts';
import type { GateOutcome } from '../../model/gate/gate-evidence.ts';
import { renderCodeQuality } from './render-annotations.ts';
import { renderGateMarkdown } from './render-gate-markdown.ts';
import { renderJunit } from './render-junit.ts';

/**
 * Writes `gate.json`, `gate.junit.xml`, `gate.md` and `gate.codequality.json` and returns their paths. The code quality
 * report names `policyFile` as the place of each finding.
 */
export async function writeGate(outcome: GateOutcome, dir: string, policyFile: string): Promise<string[]> {
  const version = outcome.candidate === null ? '' : ` ${outcome.candidate.resolved}`;
  const suite = { name: `${outcome.dataset?.name ?? 'gate'}${version}`, checks: outcome.checks };
  const contents: readonly (readonly [name: string, content: string])[] = [
    ['gate.json', `${JSON.stringify(outcome, null, 2)}\n`],
    ['gate.junit.xml', renderJunit(suite)],
    ['gate.md', renderGateMarkdown(outcome)],
    ['gate.codequality.json', renderCodeQuality(outcome, policyFile)],
  ];
  const files: string[] = [];
  for (const [name, content] of contents) {
    const file = path.join(dir, name);
    await writeFileAtomically(file, content);
    files.push(file);
  }
  return files;
}
