import { describe, expect, it } from 'vitest';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import {
  checkExpectedOutput,
  expectedOutputProblem,
} from '../../../../src/service/outputs/check-expected-output.ts';

type Configs = readonly [ProcessorConfig, ...ProcessorConfig[]];

const classOf = (id: string, type: string) => ({ id, type, description: 'd' });
const schemaOf = (name: string): ProcessorConfig => ({
  type: 'EXTRACT',
  schema: { type: 'object', properties: { [name]: { type: ['string', 'null'] } }, required: [name] },
});
const fieldsConfig: ProcessorConfig = {
  type: 'EXTRACT',
  fields: [{ id: 'metadata', name: 'Metadata', type: 'string', description: 'd' }],
};
/** The draft has other classes than the published version. The class `c2` is in both versions, with different types. */
const classifiers: Configs = [
  { type: 'CLASSIFY', classifications: [classOf('c1', 'invoice'), classOf('c2', 'letter')] },
  { type: 'CLASSIFY', classifications: [classOf('c2', 'note'), classOf('c3', 'form')] },
];
const splitters: Configs = [
  { type: 'SPLITTER', splitClassifications: [classOf('s1', 'invoice')] },
  { type: 'SPLITTER', splitClassifications: [classOf('s2', 'letter')] },
];
const schemas: Configs = [schemaOf('total'), schemaOf('amount')];

const split = (more: object) => ({ type: 'invoice', startPage: 1, endPage: 2, ...more });
const inVersions = 'in the draft or a published version of';

function messageOf(configs: Configs, expected: unknown): string | null {
  try {
    checkExpectedOutput(configs, expected, 'items[0].expectedOutput');
    return null;
  } catch (thrown) {
    expect(thrown).toMatchObject({ status: 400 });
    return (thrown as Error).message;
  }
}

const problem = (path: string, message: string) =>
  `Validation Error: ${message} param: items[0].expectedOutput${path}`;

describe('checkExpectedOutput', () => {
  it.each<[string, Configs, unknown]>([
    ['fields of the draft', schemas, { value: { total: 'x' } }],
    ['fields of a published version', schemas, { value: { amount: null }, metadata: {} }],
    ['a field with the name metadata', [fieldsConfig], { metadata: { id: 'metadata', value: 'x' } }],
    [
      'fields of another form in a published version',
      [schemas[0], fieldsConfig],
      { metadata: { value: 'x' } },
    ],
    ['a type without an id', classifiers, { type: 'form' }],
    ['an id that is null', classifiers, { id: null, type: 'letter' }],
    ['id and type of the draft', classifiers, { id: 'c2', type: 'letter' }],
    ['id and type of a published version', classifiers, { id: 'c2', type: 'note' }],
    ['one split', splitters, split({})],
    ['a list of splits', splitters, [split({}), split({ type: 'letter', classificationId: 's2' })]],
    ['an object with splits', splitters, { splits: [split({ endPage: 1 })] }],
    ['no splits', splitters, { splits: [] }],
  ])('accepts %s', (_, configs, expected) => {
    expect(messageOf(configs, expected)).toBe(null);
  });

  it.each<[string, Configs, unknown, path: string, message: string]>([
    [
      'fields of no version',
      schemas,
      { value: { total: 'x', amount: 'y' } },
      '.value.amount',
      "not a field of the processor's configuration",
    ],
    ['fields without value', schemas, { total: 'x' }, '', 'expected {value: {...}}'],
    ['metadata that is a list', schemas, { value: {}, metadata: [] }, '.metadata', 'expected an object'],
    ['a class as text', classifiers, 'invoice', '', 'expected {id, type} of a classification'],
    [
      'an unknown id',
      classifiers,
      { id: 'c9', type: 'invoice' },
      '.id',
      `found "c9", expected the id of a class ${inVersions} the processor: c1, c2, c3`,
    ],
    [
      'an unknown type',
      classifiers,
      { type: 'invoise' },
      '.type',
      `found "invoise", expected the type of a class ${inVersions} the processor: invoice, letter, note, form`,
    ],
    [
      'the type of another id',
      classifiers,
      { id: 'c2', type: 'invoice' },
      '.type',
      `found "invoice", expected the type of a class ${inVersions} the class with the id "c2": letter, note`,
    ],
    [
      'the type of another id in a list',
      splitters,
      [split({}), split({ classificationId: 's2' })],
      '[1].type',
      `found "invoice", expected the type of a class ${inVersions} the class with the id "s2": letter`,
    ],
    [
      'an unknown id in splits',
      splitters,
      { splits: [split({ classificationId: 's9' })] },
      '.splits[0].classificationId',
      `found "s9", expected the id of a class ${inVersions} the processor: s1, s2`,
    ],
    [
      'reversed pages',
      splitters,
      [split({}), split({ startPage: 3 })],
      '',
      'split 1: expected {type, startPage, endPage} with 1 <= startPage <= endPage',
    ],
  ])('rejects %s', (_, configs, expected, path, message) => {
    expect(messageOf(configs, expected)).toBe(problem(path, message));
  });
});

describe('expectedOutputProblem', () => {
  it('does not check names of fields and classes', () => {
    expect(expectedOutputProblem(schemas[0], { value: { other: 1 } })).toBe(null);
    expect(expectedOutputProblem(classifiers[0], { type: 'other' })).toBe(null);
    expect(expectedOutputProblem(splitters[0], split({ type: 'other' }))).toBe(null);
  });

  it.each([
    [fieldsConfig, []],
    [schemas[0], { value: [] }],
    [classifiers[0], { type: 3 }],
    [splitters[0], { splits: [null] }],
    [splitters[0], split({ startPage: 0 })],
    [splitters[0], split({ endPage: 1.5 })],
  ])('names what it expects from an output of another form', (config, expected) => {
    expect(expectedOutputProblem(config, expected)).toMatch(/expected /);
  });
});
