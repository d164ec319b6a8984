import { describe, expect, it } from 'vitest';
import { findWrongClusters } from '../../../../src/metrics/confidence/wrong-clusters.ts';

const groupsOf = (count: number, groupOf: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => groupOf(at));

describe('the search for tags by which wrong documents cluster', () => {
  const wrong = groupsOf(100, (at) => (at < 5 ? 1 : 0));
  const vendor = { tag: 'vendor', groups: groupsOf(100, (at) => Math.floor(at / 5)) };

  it('finds the tag whose group has all wrong documents', () => {
    const month = { tag: 'month', groups: groupsOf(100, (at) => at % 12) };
    expect(findWrongClusters(wrong, [month, vendor])).toEqual([{ tag: 'vendor', p: 0.001 }]);
  });

  it('sorts tags with an equal p by the excess of pairs of wrong documents', () => {
    // Half of the documents are German. All 20 wrong documents are German.
    const many = groupsOf(100, (at) => (at < 20 ? 1 : 0));
    const language = { tag: 'language', groups: groupsOf(100, (at) => (at < 50 ? 0 : 1)) };
    const found = findWrongClusters(many, [language, vendor]);
    expect(found.map(({ tag, p }) => [tag, p])).toEqual([
      ['vendor', 0.001],
      ['language', 0.001],
    ]);
  });

  it('ignores tags that do not group the documents', () => {
    const single = { tag: 'source', groups: groupsOf(100, () => 0) };
    const number = { tag: 'number', groups: groupsOf(100, (at) => Math.floor(at / 1.9)) };
    const absent = { tag: 'absent', groups: groupsOf(100, () => -1) };
    expect(findWrongClusters(wrong, [single, number, absent])).toEqual([]);
    expect(findWrongClusters(wrong, [])).toEqual([]);
    expect(findWrongClusters([], [{ tag: 'vendor', groups: [] }])).toEqual([]);
  });

  it('counts a document without the tag as its own group', () => {
    const tagged = { tag: 'vendor', groups: vendor.groups.map((group, at) => (at < 60 ? group : -1)) };
    expect(findWrongClusters(wrong, [tagged])).toEqual([{ tag: 'vendor', p: 0.001 }]);
    // The wrong documents have no vendor, so they are in no common group.
    const others = { tag: 'vendor', groups: vendor.groups.map((group, at) => (at >= 40 ? group : -1)) };
    expect(findWrongClusters(wrong, [others])).toEqual([]);
  });

  it('can find a tag among more than 50 tags', () => {
    // With 999 permutations, the smallest p is 1 / 1,000, which is above .05 / 60 = .00083.
    const tags = Array.from({ length: 59 }, (_, k) => ({
      tag: `t${k}`,
      groups: groupsOf(100, (at) => (at * (k + 3)) % 20),
    }));
    expect(findWrongClusters(wrong, [...tags, vendor]).map(({ tag }) => tag)).toContain('vendor');
  });

  it('rejects groups of another length', () => {
    expect(() => findWrongClusters([1, 0], [{ tag: 'vendor', groups: [0] }])).toThrow(
      'expected one group of vendor per document',
    );
  });
});
