import { describe, expect, it } from 'vitest';
import { compactJson } from '../../../src/base/compact-json.ts';

describe('compactJson', () => {
  it('divides only what does not fit on one line', () => {
    const value = { name: 'a', type: ['string', 'null'], text: 'x'.repeat(99), empty: {}, none: null };
    expect(compactJson(value)).toBe(
      `{\n  "name": "a",\n  "type": ["string", "null"],\n  "text": "${'x'.repeat(99)}",\n  "empty": {},\n  "none": null\n}`,
    );
    expect(compactJson({ a: [value] })).toContain('\n    {\n      "name": "a",\n');
    expect(compactJson({ type: ['string', 'null'], n: 1.5 })).toBe(
      '{ "type": ["string", "null"], "n": 1.5 }',
    );
  });

  it('keeps the value', () => {
    const value = { 'a "b"': [[], [1, { c: 'line\nbreak  two spaces' }], 'y'.repeat(200)] };
    expect(JSON.parse(compactJson(value))).toEqual(value);
  });
});
