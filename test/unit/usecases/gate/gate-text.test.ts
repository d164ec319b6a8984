import { expect, test } from 'vitest';
import { gateOutcome } from '../../../../src/gates/evaluate-gate.ts';
import type { GatePolicy } from '../../../../src/model/gate/gate-policy.ts';
import { gateText, openChecksText } from '../../../../src/usecases/gate/gate-text.ts';
import { evidenceOf, rate, subject } from '../../gates/evidence.ts';

const hostile = 'doc\n::error::all is well\r\n\u001b[2J\u202e';

test('names of documents and fields cannot start a line or move the cursor', () => {
  const policy: GatePolicy = { limits: [{ metric: 'f1', field: hostile, min: 0.99 }] };
  const leaf = { itemId: hostile, path: hostile, expected: hostile, baseline: null, candidate: hostile };
  const failing = subject(rate(0.5), { name: hostile, leaves: [leaf], documents: 1 });
  const evidence = evidenceOf(policy, [[failing]]);
  const outcome = gateOutcome(
    policy,
    { ...evidence, dataset: { ...evidence.dataset, name: hostile }, processor: hostile },
    'f',
  );
  // The test is meaningful only if the sentence contains a line end.
  expect(outcome.sentence).toContain('\n::error::');
  for (const text of [gateText(outcome), openChecksText(outcome)]) {
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
    expect(text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u);
    expect(text).toContain('doc ::error::all is well');
  }
});
