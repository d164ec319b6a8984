import { describe, expect, test } from 'vitest';
import { ConfigInference, inferConfig } from '../../../../src/loaders/reading/infer-config.ts';
import type { JsonValue } from '../../../../src/model/json/json-value.ts';
import type { ClassifyConfig, ProcessorKind } from '../../../../src/model/processor/processor-config.ts';

function inferred(kind: ProcessorKind, ...outputs: readonly JsonValue[]) {
  const inference = new ConfigInference(kind);
  for (const output of outputs) inference.add(output);
  return inference.config();
}

describe('ConfigInference', () => {
  test('infers fields, types, tables and lists of plain values', () => {
    const config = inferred(
      'EXTRACT',
      { value: { Total: 3, tags: ['x'], lines: [{ sku: 'A', qty: null }], paid: null } },
      { value: { Total: null, lines: [{ qty: 2 }], paid: true, note: 4 } },
      { value: { note: 'four' } },
    );
    const properties = {
      Total: { type: ['number', 'null'] },
      tags: { type: 'array', items: { type: ['string', 'null'] } },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: { type: ['string', 'null'] }, qty: { type: ['number', 'null'] } },
          required: ['sku', 'qty'],
        },
      },
      paid: { type: ['boolean', 'null'] },
      note: { type: ['string', 'null'] },
    };
    const schema = { type: 'object', properties, required: Object.keys(properties) };
    expect(config).toEqual({ type: 'EXTRACT', schema });
  });

  test('infers nothing from values with different forms', () => {
    expect(inferred('EXTRACT', { a: 1 }, { a: [1] })).toBeUndefined();
    expect(inferred('EXTRACT', { a: { b: 1 } }, { a: 'b' })).toBeUndefined();
    expect(inferred('EXTRACT', 'text')).toBeUndefined();
    expect(inferred('EXTRACT')).toBeUndefined();
    expect(inferred('EXTRACT', JSON.parse('{"__proto__": 1}'))).toBeUndefined();
  });

  test.each<[string, JsonValue[], string, string]>([
    ['a list and an object', [{ a: [1] }, { a: { b: 1 } }], 'a', 'objects and lists'],
    ['rows', [{ a: [{ b: { c: 1 } }, { b: { c: [] } }] }], 'a[].b.c', 'plain values and lists'],
    ['elements', [{ b: 1, a: [1, { c: 1 }] }], 'a[]', 'plain values and objects'],
  ])('names the place with different forms: %s', (_, outputs, path, found) => {
    const inference = new ConfigInference('EXTRACT');
    for (const output of outputs) inference.add(output);
    expect(inference.conflict()).toEqual({ path, found });
    expect(inference.config()).toBeUndefined();
  });

  test('finds no conflict between null, numbers and texts', () => {
    const inference = new ConfigInference('EXTRACT');
    for (const a of [null, 1, 'x', true]) inference.add({ a });
    expect(inference.conflict()).toBeNull();
  });

  test('infers classes from types and ids, sorted by id', () => {
    const classifications = [
      { id: 'credit_note', type: 'Credit note', description: 'Credit note' },
      { id: 'inv', type: 'invoice', description: 'invoice' },
    ];
    const outputs: { id?: string; type: string }[] = [
      { id: 'inv', type: 'invoice' },
      { type: 'Credit note' },
      { id: 'inv', type: 'bill' },
    ];
    expect(inferred('CLASSIFY', ...(outputs as JsonValue[]))).toEqual({ type: 'CLASSIFY', classifications });
    const splits = outputs.map(({ id, type }) => ({
      ...(id && { classificationId: id }),
      type,
      startPage: 1,
      endPage: 1,
    }));
    expect(inferred('SPLITTER', { splits }, [])).toEqual({
      type: 'SPLITTER',
      splitClassifications: classifications,
    });
    expect(inferred('CLASSIFY', {}, null)).toBeUndefined();
  });

  test('keeps classes apart whose names give the same id', () => {
    const classesOf = (...types: readonly string[]) =>
      (inferred('CLASSIFY', ...types.map((type) => ({ type }))) as ClassifyConfig).classifications?.map(
        ({ id, type }) => `${id}: ${type}`,
      );
    expect(classesOf('c++', 'c', 'c#', 'C')).toEqual(['c: c', 'c_2: C', 'c_3: c#', 'c_4: c++']);
    expect(classesOf('发票', '请求')).toEqual(['class: 发票', 'class_2: 请求']);
    expect(classesOf('Gebühr')).toEqual(['gebuhr: Gebühr']);
  });

  test('ignores outputs that are nested too deeply', () => {
    const deep = JSON.parse(`{"a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(inferred('EXTRACT', deep)).toBeUndefined();
    expect(inferred('EXTRACT', deep, { b: 1 })).toMatchObject({ schema: { required: ['b'] } });
  });
});

test('inferConfig returns only configs that the service accepts', () => {
  expect(inferConfig('EXTRACT', [{ total: 1 }])).toMatchObject({ schema: { required: ['total'] } });
  const rejected: JsonValue[] = [
    { Total: 1 },
    { tags: ['x'] },
    { tags: [] },
    { a: { b: { c: { d: { e: 1 } } } } },
  ];
  for (const gold of rejected) expect(inferConfig('EXTRACT', [gold])).toBeUndefined();
});
