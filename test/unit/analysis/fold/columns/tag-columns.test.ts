import { describe, expect, test } from 'vitest';
import { TagColumns } from '../../../../../src/analysis/fold/columns/tag-columns.ts';

describe('TagColumns', () => {
  test('returns the tags of every document, and null for documents without the tag', () => {
    const tags = new TagColumns();
    tags.add(0, { vendor: 'a', quality: 'scan' });
    tags.add(2, { vendor: 'b' });
    tags.add(3, { vendor: '' });
    expect(tags.names()).toEqual(['quality', 'vendor']);
    expect(tags.values('vendor')).toEqual(['', 'a', 'b']);
    const vendor = tags.of('vendor');
    expect([0, 1, 2, 3].map(vendor)).toEqual(['a', null, 'b', '']);
    expect(tags.of('unknown')(0)).toBeNull();
  });

  test('keeps a tag above 100,000 documents only if it groups the documents or a rule needs it', () => {
    const tags = new TagColumns(new Set(['order']));
    for (let i = 0; i <= 100_000; i++)
      tags.add(i, { number: `${i}`, order: `${i}`, vendor: `${Math.floor(i / 20)}` });
    expect(tags.names()).toEqual(['number', 'order', 'vendor']);
    expect(tags.values('number')).toEqual([]);
    expect(tags.values('order')).toHaveLength(100_001);
    expect(tags.values('vendor')).toHaveLength(5001);
    expect(tags.of('vendor')(100_000)).toBe('5000');
    expect(tags.of('number')(5)).toBeNull();
  });
});
