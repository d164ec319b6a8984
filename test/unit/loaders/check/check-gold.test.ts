import { describe, expect, it } from 'vitest';
import { checkGold } from '../../../../src/loaders/check/check-gold.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';

const number = { type: ['number', 'null'] };
const schema = { type: 'object', properties: { value: number, total: number } };
const config = { type: 'EXTRACT', schema } as unknown as ProcessorConfig;

describe('checkGold with a schema that has a field "value"', () => {
  it.each<[string, object, string[]]>([
    ['values inside "value"', { value: { value: 3, total: 4 } }, []],
    ['another field inside "value"', { value: { total: 4 }, metadata: {} }, []],
    ['plain values', { value: 3, total: 4 }, []],
    ['a wrong value inside "value"', { value: { value: 'x' } }, ['value.value']],
    ['an object as the plain value', { value: { total: 4 }, total: 4 }, ['value']],
    ['an object with unknown members as the plain value', { value: { amount: 4 } }, ['value']],
  ])('reads %s', (_, expected, faults) => {
    expect(checkGold(expected as never, config).map(({ path }) => path)).toEqual(faults);
  });
});
