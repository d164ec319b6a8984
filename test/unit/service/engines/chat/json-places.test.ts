import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPlaces } from '../../../../../src/service/engines/chat/json-places.ts';

const textsOf = (json: string) =>
  Object.fromEntries([...jsonPlaces(json)].map(([path, { start, end }]) => [path, json.slice(start, end)]));

describe('jsonPlaces', () => {
  it('finds texts without marks, numbers, booleans and null in objects and lists', () => {
    const json =
      '{ "a": "x \\"{y}\\", [z]", "rows": [ {"n": -1.5e3}, {"n": null}, [true, ""] ], "o": {"p": false} }';
    expect(textsOf(json)).toEqual({
      a: 'x \\"{y}\\", [z]',
      'rows[0].n': '-1.5e3',
      'rows[1].n': 'null',
      'rows[2][0]': 'true',
      'rows[2][1]': '',
      'o.p': 'false',
    });
  });

  it('uses the last value of a repeated key, as JSON.parse does', () => {
    expect(textsOf('{"a":1,"b":2,"a":3}')).toEqual({ a: '3', b: '2' });
  });

  it('reads a text of ten million characters', () => {
    expect(jsonPlaces(JSON.stringify({ a: 'xxxxx"'.repeat(1_600_000) })).size).toBe(1);
  });

  it('gives every number and text of any JSON', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    );
    const key = fc.stringMatching(/^[a-z_0-9]{1,4}$/);
    const { value: tree } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(key, tie('value'))),
    }));
    const visit = (
      value: unknown,
      path: string,
      json: string,
      places: ReturnType<typeof jsonPlaces>,
    ): void => {
      if (Array.isArray(value))
        for (const [i, one] of value.entries()) visit(one, `${path}[${i}]`, json, places);
      else if (typeof value === 'object' && value !== null)
        for (const [k, one] of Object.entries(value))
          visit(one, path === '' ? k : `${path}.${k}`, json, places);
      else {
        const place = places.get(path);
        const raw = json.slice(place?.start, place?.end);
        expect(JSON.parse(typeof value === 'string' ? `"${raw}"` : raw)).toEqual(
          Object.is(value, -0) ? 0 : value,
        );
      }
    };
    fc.assert(
      fc.property(fc.dictionary(key, tree), (value) => {
        const json = JSON.stringify(value);
        visit(value, '', json, jsonPlaces(json));
      }),
      { numRuns: 50 },
    );
  });
});
