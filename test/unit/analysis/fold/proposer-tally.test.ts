import { expect, test } from 'vitest';
import { countProposals, type ProposerTallies } from '../../../../src/analysis/fold/proposer-tally.ts';

test('adds the labels of the documents per version, and counts the documents without counts', () => {
  const tallies: ProposerTallies = new Map();
  const first = { processor: 'p', version: '1.0' };
  const second = { version: 'draft', processor: 'p' };
  countProposals(tallies, { proposedBy: first, confirmedUnchanged: 8, changed: 2 });
  countProposals(tallies, { proposedBy: second, confirmedUnchanged: 0, changed: 3 });
  countProposals(tallies, {
    proposedBy: { version: '1.0', processor: 'p' },
    confirmedUnchanged: 5,
    changed: 0,
  });
  countProposals(tallies, { proposedBy: first });
  expect([...tallies.values()]).toEqual([
    { proposedBy: first, documents: 3, notCounted: 1, confirmedUnchanged: 13, changed: 2 },
    { proposedBy: second, documents: 1, notCounted: 0, confirmedUnchanged: 0, changed: 3 },
  ]);
});
