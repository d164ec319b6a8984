import { describe, expect, test } from 'vitest';
import { maxSliceValues, TagColumns } from '../../../../../src/analysis/fold/columns/tag-columns.ts';

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

  test('drops a tag with many values above 100,000 documents, unless a rule needs it', () => {
    const tags = new TagColumns(new Set(['order']));
    for (let i = 0; i <= maxSliceValues; i++) tags.add(i, { number: `${i}`, order: `${i}`, vendor: 'v' });
    expect(tags.values('number')).toHaveLength(maxSliceValues + 1);
    tags.add(100_000, { number: 'last', order: 'last', vendor: 'v' });
    expect(tags.names()).toEqual(['number', 'order', 'vendor']);
    expect(tags.values('number')).toEqual([]);
    expect(tags.values('order')).toHaveLength(maxSliceValues + 2);
    expect(tags.of('vendor')(100_000)).toBe('v');
  });
});
