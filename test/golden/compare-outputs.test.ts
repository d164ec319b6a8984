import { describe, expect, it } from 'vitest';
import { compareOutputs } from '../../bench/compare-figures/compare-outputs.ts';
import { noEvidence } from '../../bench/compare-figures/evidence.ts';
import type { Fact } from '../../bench/compare-figures/read-outputs.ts';

const compare = (before: Record<string, Fact>, after: Record<string, Fact>) => {
  const outputs = (facts: Record<string, Fact>) => ({
    facts: new Map(Object.entries(facts)),
    texts: new Map([['stdout', [String(facts.line ?? '')]]]),
  });
  const { differences, reworded } = compareOutputs('case', outputs(before), outputs(after), noEvidence);
  return { different: differences.map(({ key }) => key), reworded: reworded.length };
};

describe('compareOutputs', () => {
  it('accepts other words with the same numbers and decisions', () => {
    const before = { 'verdict.sentence': 'inconclusive: F1 fell by 2.0 points', 'checks[at least 5].max': 5 };
    const after = {
      'verdict.sentence': 'Inconclusive. F1 changed by 2.0 points',
      'checks[5 or more].max': 5,
    };
    expect(compare(before, after)).toEqual({ different: [], reworded: 2 });
  });

  it('reports a changed number, decision, value or line', () => {
    expect(compare({ 'a.reason': 'n is 3' }, { 'a.reason': 'n is 4' }).different).toEqual(['a.reason']);
    expect(compare({ 'a.text': 'it failed' }, { 'a.text': 'it passed' }).different).toEqual(['a.text']);
    expect(compare({ 'a.expected': 'one thing' }, { 'a.expected': 'a thing' }).different).toHaveLength(1);
    expect(compare({ 'checks[a].max': 5 }, { 'checks[b].max': 6 }).different).toEqual(['checks[b].max']);
    expect(compare({ line: 'F1 90.1 %' }, { line: 'F1 90.2 %' }).different).toContain('stdout, a line');
  });
});
