import { expect, test } from 'vitest';
import { checkExtractionSchema } from '../../../../src/model/processor/json-schema-rules.ts';
import type { SchemaNode } from '../../../../src/model/processor/processor-config.ts';

const root = (properties: Record<string, SchemaNode>): SchemaNode => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const text: SchemaNode = { type: ['string', 'null'] };
const signature: SchemaNode = {
  type: 'object',
  'service:type': 'signature',
  properties: {
    printed_name: text,
    signature_date: { type: ['string', 'null'], 'service:type': 'date' },
    is_signed: { type: ['boolean', 'null'] },
    title_or_role: text,
  },
  required: ['printed_name', 'signature_date', 'is_signed', 'title_or_role'],
};
const rulesOf = (schema: SchemaNode) =>
  checkExtractionSchema(schema).map((violation) => [violation.rule, violation.path]);

test('a valid schema has no violation', () => {
  const schema = root({
    name: text,
    kind: { enum: ['a', 'b', null], 'service:descriptions': ['first', 'second', 'none'] },
    issued: { type: ['string', 'null'], 'service:type': 'date' },
    total: {
      type: 'object',
      'service:type': 'currency',
      properties: { amount: { type: ['number', 'null'] }, iso_4217_currency_code: text },
      required: ['amount', 'iso_4217_currency_code'],
    },
    signed: { ...signature, 'service:name': 'signature block' },
    rows: { type: 'array', items: root({ amount: { type: ['number', 'null'] } }) },
  });
  expect(rulesOf(schema)).toEqual([]);
});

const broken: [string, SchemaNode, number, string][] = [
  ['rule 1: root is not an object', { type: 'array' }, 1, ''],
  ['rule 1: no required list', { type: 'object', properties: { a: text } }, 1, 'required'],
  ['rule 2: unknown type', root({ a: { type: ['datetime', 'null'] } }), 2, 'properties.a'],
  ['rule 2: no type', root({ a: {} }), 2, 'properties.a'],
  ['rule 3: not nullable', root({ a: { type: 'string' } }), 3, 'properties.a'],
  [
    'rule 4: too deep',
    root({ a: root({ b: root({ c: root({ d: root({ e: text }) }) }) }) }),
    4,
    'properties.a.properties.b.properties.c.properties.d',
  ],
  ['rule 5: key', root({ 'Total Amount': text }), 5, 'properties.Total Amount'],
  ['rule 6: items are not objects', root({ a: { type: 'array', items: text } }), 6, 'properties.a.items'],
  [
    'rule 7: enum without null',
    root({ a: { type: ['string', 'null'], enum: ['x'] } }),
    7,
    'properties.a.enum',
  ],
  [
    'rule 7: descriptions not parallel',
    root({ a: { enum: ['x', 'y', null], 'service:descriptions': ['x'] } }),
    7,
    'properties.a.service:descriptions',
  ],
  [
    'rule 8: unknown custom type',
    root({ a: { type: ['string', 'null'], 'service:type': 'money' } }),
    8,
    'properties.a.service:type',
  ],
  [
    'rule 8: custom type that is not a text',
    root({ a: { type: ['string', 'null'], 'service:type': 1 } }),
    8,
    'properties.a.service:type',
  ],
  [
    'rule 8: signature with another part',
    root({ a: { ...signature, properties: { ...signature.properties, place: text } } }),
    8,
    'properties.a.properties.place',
  ],
  [
    'rule 8: currency without its parts',
    root({ a: { type: 'object', 'service:type': 'currency', properties: {} } }),
    8,
    'properties.a.properties.amount',
  ],
  [
    'rule 7: descriptions are not texts',
    root({ a: { enum: ['x', null], 'service:descriptions': [1, 2] } }),
    7,
    'properties.a.service:descriptions',
  ],
  [
    'rule 8: a signature without a date',
    root({ a: { ...signature, properties: { ...signature.properties, signature_date: text } } }),
    8,
    'properties.a.properties.signature_date',
  ],
  [
    'rule 9: a name is not a text',
    root({ a: { ...text, 'service:name': 7 } }),
    9,
    'properties.a.service:name',
  ],
  [
    'rule 10: required lists an inherited member',
    { type: 'object', properties: { a: text }, required: ['a', 'toString'] },
    10,
    'required',
  ],
  [
    'rule 10: required lists an unknown property',
    { type: 'object', properties: { a: text }, required: ['a', 'b'] },
    10,
    'required',
  ],
  ['rule 11: composition', root({ a: { ...text, anyOf: [] } }), 11, 'properties.a.anyOf'],
  ['rule 11: validation keyword', root({ a: { ...text, pattern: '^x' } }), 11, 'properties.a.pattern'],
];

test.each(broken)('%s', (_, schema, rule, path) => {
  expect(rulesOf(schema)).toContainEqual([rule, path]);
});

test('the message about a date format names the correct form', () => {
  const [violation] = checkExtractionSchema(root({ a: { ...text, format: 'date' } }));
  expect(violation?.message).toBe('"format" is not supported (a date has "service:type": "date")');
});

test('three levels below the root are allowed', () => {
  expect(rulesOf(root({ a: root({ b: root({ c: root({ d: text }) }) }) }))).toEqual([]);
});
