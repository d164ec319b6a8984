import { describe, expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { outputProblem } from '../../../../src/service/outputs/check-output.ts';
import { correctedOutput, editsOf, isSame } from '../../../../src/service/outputs/correct-output.ts';

const text = { type: ['string', 'null'] };
const schemaConfig: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      name: text,
      issued: { ...text, 'service:type': 'date' },
      kind: { enum: ['a', 'b', null] },
      count: { type: ['integer', 'null'] },
      total: {
        type: 'object',
        'service:type': 'currency',
        properties: { amount: { type: ['number', 'null'] }, iso_4217_currency_code: text },
        required: ['amount', 'iso_4217_currency_code'],
      },
      rows: { type: 'array', items: { type: 'object', properties: { code: text }, required: ['code'] } },
    },
    required: ['name'],
  },
};
const fieldsConfig: ProcessorConfig = {
  type: 'EXTRACT',
  fields: [
    { id: 'name', name: 'Name', type: 'string', description: 'd' },
    { id: 'total', name: 'Total', type: 'currency', description: 'd' },
    {
      id: 'kind',
      name: 'Kind',
      type: 'enum',
      description: 'd',
      enum: [{ value: 'a', description: 'A' }],
    },
  ],
};
const classes = [{ id: 'c1', type: 'invoice', description: 'd' }];
const splitConfig: ProcessorConfig = { type: 'SPLITTER', splitClassifications: classes };
const classifyConfig: ProcessorConfig = { type: 'CLASSIFY', classifications: classes };

describe('a given output', () => {
  it.each([
    [schemaConfig, { value: {} }],
    [schemaConfig, { value: { name: null, total: null, rows: null, kind: null } }],
    [
      schemaConfig,
      {
        value: {
          name: 'x',
          issued: '2024-02-29',
          kind: 'b',
          count: 3,
          total: { amount: 1.5, iso_4217_currency_code: 'EUR' },
          rows: [{ code: 'y' }, { code: null }],
        },
      },
    ],
    [fieldsConfig, { name: { value: 'x' }, total: { id: 'total', type: 'currency', value: { amount: 1 } } }],
    [splitConfig, { splits: [] }],
    [splitConfig, { splits: [{ classificationId: 'c1', type: 'c1', startPage: 1, endPage: 1 }] }],
    [classifyConfig, { id: 'c1', type: 'invoice' }],
    [classifyConfig, { type: 'invoice' }],
    [classifyConfig, { id: 'c1' }],
  ])('%# is accepted if the processor can produce it', (config, output) => {
    expect(outputProblem(config, output)).toBeNull();
  });

  it.each([
    [schemaConfig, 'text', ''],
    [schemaConfig, { name: 'x' }, 'value'],
    [schemaConfig, { value: { other: 1 } }, 'value.other'],
    [schemaConfig, { value: { toString: 1 } }, 'value.toString'],
    [schemaConfig, { value: { issued: '2023-02-29' } }, 'value.issued'],
    [schemaConfig, { value: { kind: 'c' } }, 'value.kind'],
    [schemaConfig, { value: { count: 1.5 } }, 'value.count'],
    [schemaConfig, { value: { total: 12 } }, 'value.total'],
    [schemaConfig, { value: { total: { amount: '12' } } }, 'value.total.amount'],
    [schemaConfig, { value: { rows: [{ code: 'x' }, { code: 1 }] } }, 'value.rows[1].code'],
    [fieldsConfig, { other: { value: 1 } }, 'other'],
    [fieldsConfig, { name: 'x' }, 'name'],
    [fieldsConfig, { name: { type: 'number', value: 1 } }, 'name.type'],
    [fieldsConfig, { total: { value: 12 } }, 'total.value'],
    [fieldsConfig, { kind: { value: 'z' } }, 'kind.value'],
    [splitConfig, {}, 'splits'],
    [splitConfig, { splits: [{ type: 'memo', startPage: 1, endPage: 1 }] }, 'splits[0].type'],
    [splitConfig, { splits: [{ type: 'invoice', startPage: 2, endPage: 1 }] }, 'splits[0]'],
    [splitConfig, { splits: [{ type: 'invoice', startPage: 1.5, endPage: 2 }] }, 'splits[0]'],
    [classifyConfig, { id: 'c1', type: 'letter' }, ''],
    [classifyConfig, {}, ''],
  ])('%# is rejected with the place of its error', (config, output, path) => {
    expect(outputProblem(config, output)?.path).toBe(path);
  });
});

describe('corrections', () => {
  it('replace the given fields, including nested values, and keep the others', () => {
    const current = {
      value: { name: 'x', rows: [{ code: '1' }, { code: '2' }], total: { amount: 1 } },
      metadata: { name: { ocrConfidence: 1 } },
    };
    const corrected = correctedOutput(schemaConfig, current, {
      value: { rows: [{ code: '3' }], total: null },
    });
    expect(corrected).toEqual({
      value: { name: 'x', rows: [{ code: '3' }], total: null },
      metadata: { name: { ocrConfidence: 1 } },
    });
    expect(editsOf(schemaConfig, current, corrected)).toEqual({
      rows: {
        originalValue: [{ code: '1' }, { code: '2' }],
        editedValue: [{ code: '3' }],
        fieldType: 'array',
        notes: null,
      },
      total: { originalValue: { amount: 1 }, editedValue: null, fieldType: 'currency', notes: null },
    });
  });

  it('of a fields array keep the identity of the field', () => {
    const current = { name: { id: 'name', type: 'string', value: 'x', confidence: 0.5 } };
    const corrected = correctedOutput(fieldsConfig, current, {
      name: { value: 'y' },
      kind: { value: 'a' },
    });
    expect(corrected).toEqual({
      name: { id: 'name', type: 'string', value: 'y', confidence: 0.5 },
      kind: { id: 'kind', type: 'enum', value: 'a' },
    });
    expect(editsOf(fieldsConfig, current, corrected)).toMatchObject({
      name: { originalValue: 'x', editedValue: 'y', fieldType: 'string' },
      kind: { originalValue: null, editedValue: 'a', fieldType: 'enum' },
    });
  });

  it('return a class with id and type, without edits per field', () => {
    expect(correctedOutput(classifyConfig, { id: 'x' }, { type: 'invoice' })).toEqual({
      id: 'c1',
      type: 'invoice',
    });
    expect(editsOf(classifyConfig, { id: 'x' }, { id: 'c1' })).toBeNull();
    expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  });
});
