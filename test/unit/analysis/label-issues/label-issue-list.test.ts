import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelIssueList } from '../../../../src/analysis/label-issues/label-issue-list.ts';
import type { LabelIssue } from '../../../../src/model/report/sections/label-issue.ts';

const issue = (
  itemId: string,
  path: string,
  score: number,
  label: LabelIssue['label'] = 'a',
): LabelIssue => ({
  itemId,
  path,
  field: path,
  label,
  proposed: null,
  score,
  reasons: [{ reason: 'checksum', text: 'why' }],
});

describe('LabelIssueList', () => {
  it('reads the most likely issue first, equal ones by item and path, and counts all', () => {
    using list = new LabelIssueList();
    for (const one of [issue('b', 'y', 0), issue('b', 'x', 0), issue('a', 'z', 0), issue('c', 'x', 0.5)])
      list.add(one);
    const order = [...list.read()].map(({ itemId, path }) => itemId + path);
    expect(order).toEqual(['cx', 'az', 'bx', 'by']);
    expect([...list.read(2)].map(({ itemId }) => itemId)).toEqual(['c', 'a']);
    // A label with the score 0 is as likely right as wrong, so it is not a likely issue.
    expect(list.counts).toEqual({ found: 4, likely: 1 });
  });

  it('reads no issue from an empty list', () => {
    using list = new LabelIssueList();
    expect([[...list.read()], list.counts]).toEqual([[], { found: 0, likely: 0 }]);
  });

  it('preserves characters that SQLite replaces in texts', () => {
    using list = new LabelIssueList();
    const unusual = issue('\ufffe', 'a\u0000b', 1, '\uffff\ud800');
    list.add(unusual);
    expect([...list.read()]).toEqual([unusual]);
  });

  it('returns every issue unchanged, in the sort order of JavaScript', () => {
    // Every code point except halves of surrogate pairs. The predefined `unit` of fast-check for these characters takes
    // seconds to build.
    const unit = fc
      .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code));
    const text = fc.string({ unit, maxLength: 4 });
    const issues = fc.array(
      fc.tuple(text, text, fc.double({ noNaN: true, min: -4, max: 40 }), fc.jsonValue({ stringUnit: unit })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(issues, (drawn) => {
        using list = new LabelIssueList();
        const all = drawn.map(([item, path, score, label]) =>
          issue(item, path, score, label as LabelIssue['label']),
        );
        for (const one of all) list.add(one);
        const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
        const sorted = all.toSorted(
          (a, b) => b.score - a.score || order(a.itemId, b.itemId) || order(a.path, b.path),
        );
        // In JSON, negative zero becomes 0.
        expect([...list.read()]).toEqual(JSON.parse(JSON.stringify(sorted)));
        expect(list.counts.likely).toBe(all.filter(({ score }) => score > 0).length);
      }),
      { numRuns: 25 },
    );
  });
});
