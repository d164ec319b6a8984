import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { gatePolicySchema } from '../../src/model/gate/gate-policy.ts';
import { configSchema } from '../../src/usecases/settings/config.ts';
import { inputSchemas } from './generators/schemas/input-schemas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/schemas/input');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const schemas = inputSchemas();
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv) => void)(ajv);
const check = new Map([...schemas].map(([name, text]) => [name, ajv.compile(JSON.parse(text) as object)]));

/** Returns the errors of a value under a schema, as short texts. */
function errorsOf(name: string, value: unknown): string[] {
  const validate = check.get(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

describe('docs/schemas/input', () => {
  test('has the schema of each file that people write', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...schemas.keys()].toSorted());
    for (const [name, text] of schemas) expect(read(`docs/schemas/input/${name}`), name).toBe(text);
  });

  test.each(['invoices', 'mixed-documents', 'packets'])('accepts the bundled dataset %s', (name) => {
    const $schema = '../../docs/schemas/input/dataset.json';
    const manifest = JSON.parse(read(`datasets/${name}/dataset.json`)) as object;
    expect(errorsOf('dataset.json', { $schema, ...manifest })).toEqual([]);
    const lines = read(`datasets/${name}/items.jsonl`).trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(errorsOf('item.json', JSON.parse(line)), line.slice(0, 40)).toEqual([]);
    const processor = JSON.parse(read(`datasets/${name}/processor.json`)) as object;
    expect(errorsOf('processor.json', { $schema, ...processor })).toEqual([]);
  });

  test.each([
    ['policy.json', read('examples/ci/gate.yaml')],
    ['policy.json', read('reports/sample-gate.yaml')],
    ['config.json', 'gate: {limits: [{metric: f1, min: 0.9}]}'],
  ])('accepts a %s, as goldset does', (name, text) => {
    const value = parse(text) as object;
    const schema = name === 'policy.json' ? gatePolicySchema : configSchema;
    expect(schema.safeParse(value).success).toBe(true);
    expect(errorsOf(name, { $schema: 'any', ...value })).toEqual([]);
  });

  test.each([
    ['policy.json', { limits: [{ metric: 'f2', min: 0.5 }] }],
    ['policy.json', { limit: [] }],
    ['config.json', { primry: 'f1' }],
    ['item.json', { id: 'a', file: 'a.pdf', expected: {} }],
    ['item.json', { file: 'a.pdf' }],
    ['dataset.json', { name: 'a', kind: 'EXTRACTION' }],
    ['processor.json', { name: 'a', type: 'EXTRACT' }],
  ])('%s rejects %j', (name, value) => {
    expect(errorsOf(name, value)).not.toEqual([]);
  });
});
