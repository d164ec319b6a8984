import { expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import {
  InvalidLabel,
  type LabelField,
  labelFields,
  labelText,
  parseLabel,
} from '../../../../src/usecases/labelling/label-fields.ts';

const text = { type: ['string', 'null'] };
const row = { type: 'object', properties: { sku: text, tags: { type: 'array', items: text } } };
const schema = {
  type: 'object',
  properties: { lines: { type: 'array', items: row }, net: { type: ['number', 'null'] } },
};
const [lines, net] = labelFields({ type: 'EXTRACT', schema } as unknown as ProcessorConfig) as [
  LabelField,
  LabelField,
];

it('reads lists in the rows of a table as JSON, and writes them the same', () => {
  const label = [{ sku: 'a', tags: ['x', 'y'] }];
  const cells = [['a', '["x","y"]']];
  expect(labelText(lines, label)).toEqual(cells);
  expect(parseLabel(lines, cells)).toEqual(label);
  expect(parseLabel(lines, [['a', '']])).toEqual([{ sku: 'a', tags: null }]);
  for (const bad of ['x, y', '{"x": 1}'])
    expect(() => parseLabel(lines, [['a', bad]])).toThrow(
      new InvalidLabel(`lines[0].tags: found "${bad}", expected a list as JSON, such as ["a", "b"]`),
    );
});

it.each([
  ['+5', '5'],
  ['007', '7'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['0', '0'],
  ['9007199254740993', '9007199254740993'],
])('reads the number %s as %s', (given, expected) => {
  expect(JSON.stringify(parseLabel(net, given))).toBe(expected);
});
