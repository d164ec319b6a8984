import { expect, test } from 'vitest';
import { faultKinds } from '../../fixtures/faults/fault-kinds.ts';
import { runFaultKind } from '../../fixtures/faults/fault-suite.ts';
import { someOf, times } from '../../fixtures/long-form.ts';

const items = times(10, 60);

test('the suite has at least 32 kinds of faults with unique names', () => {
  expect(faultKinds.length).toBeGreaterThanOrEqual(32);
  expect(new Set(faultKinds.map(({ name }) => name)).size).toBe(faultKinds.length);
});

test.concurrent.each(someOf(faultKinds, 6).map((kind) => [kind.name, kind] as const))(
  'every item ends in its true state: %s',
  async (_, kind) => {
    const { untrue, foreign, unreported, ended } = await runFaultKind(kind, items);
    expect({ untrue, foreign, unreported }).toEqual({ untrue: [], foreign: [], unreported: [] });
    if (kind.outage) expect(ended).toBe('RUN_INCOMPLETE');
    else if (!kind.mayFail && kind.fails === undefined) expect(ended).toBeNull();
  },
  60_000,
);
