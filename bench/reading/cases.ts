import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDataset } from '../../src/loaders/load-dataset.ts';
import type { JsonObject, JsonValue } from '../../src/model/json/json-value.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import { formSets } from './form-layouts.ts';
import { contracts, valuesOnly } from './plain-cases.ts';

/** Documents of one kind, with their schema and gold. */
export interface ReadingSet {
  readonly name: string;
  readonly config: ProcessorConfig;
  /** Fields that are compared with `fuzzy:0.85`. All others are compared exactly. */
  readonly fuzzy?: readonly string[];
  /**
   * Counts only the fields for which the gold has a value, because the gold does not list all values of the
   * documents.
   */
  readonly onlyGold?: boolean;
  /** Returns whether a leaf with this path is counted. Default: all leaves. */
  readonly counts?: (path: string) => boolean;
  readonly documents: readonly ReadingDocument[];
}

export interface ReadingDocument {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly gold: JsonValue;
  /** Members whose gold contradicts the schema, such as a text in place of an object. */
  readonly offSchema?: ReadonlySet<string>;
}

async function fromLoader(
  name: string,
  spec: string,
  more: Partial<Pick<ReadingSet, 'fuzzy' | 'onlyGold' | 'counts'>> = {},
): Promise<ReadingSet> {
  const dataset = await openDataset(spec, { allowInvalidGold: true });
  const documents: ReadingDocument[] = [];
  for await (const { id, source, expectedOutput } of dataset.items()) {
    if (expectedOutput === null) continue;
    const gold = ((expectedOutput as JsonObject).value ?? expectedOutput) as JsonValue;
    if (source.kind === 'file')
      documents.push({ id, bytes: readFileSync(source.path), file: source.name, gold });
    if (source.kind === 'text')
      documents.push({ id, bytes: Buffer.from(source.text), file: `${id}.txt`, gold });
  }
  const onlyGold = dataset.manifest.presence?.unlabelled === 'ignore';
  return { name, config: dataset.manifest.config as ProcessorConfig, documents, onlyGold, ...more };
}

/** Returns the schemas and gold of ExtractBench, one set per kind of document. */
function extractBench(folder: string): ReadingSet[] {
  const kinds = readdirSync(folder).flatMap((topic) =>
    existsSync(path.join(folder, topic)) && !topic.includes('.')
      ? readdirSync(path.join(folder, topic)).map((kind) => path.join(topic, kind))
      : [],
  );
  return kinds.map((kind) => {
    const name = path.basename(kind);
    const at = (...parts: string[]) => path.join(folder, kind, ...parts);
    const file = JSON.parse(readFileSync(at(`${name}-schema.json`), 'utf8')) as JsonObject;
    const schema = plainSchema(file.schema_definition ?? file) as JsonObject;
    const documents = readdirSync(at('pdf+gold'))
      .filter((pdf) => pdf.endsWith('.pdf'))
      .map((pdf) => {
        const gold = JSON.parse(
          readFileSync(at('pdf+gold', pdf.replace(/pdf$/, 'gold.json')), 'utf8'),
        ) as JsonObject;
        const bytes: Uint8Array = readFileSync(at('pdf+gold', pdf));
        return { id: pdf.slice(0, -4), file: pdf, bytes, gold, offSchema: offSchema(gold, schema) };
      });
    return {
      name: `extract-bench: ${name}`,
      config: { type: 'EXTRACT', schema } as ProcessorConfig,
      documents,
    };
  });
}

/**
 * Returns the members whose gold contradicts the schema. Returns all members if the gold has a member that the schema
 * lacks, because any value may then belong to another member.
 */
function offSchema(gold: JsonObject, schema: JsonObject): ReadonlySet<string> {
  const properties = schema.properties as JsonObject;
  const isUnknown = Object.keys(gold).some((key) => !Object.hasOwn(properties, key));
  if (isUnknown) return new Set([...Object.keys(gold), ...Object.keys(properties)]);
  return new Set(
    Object.entries(properties).flatMap(([key, node]) => {
      const items = ((node as JsonObject).items ?? {}) as JsonObject;
      const values = gold[key];
      const isText = Array.isArray(values) && values.some((value) => typeof value === 'string');
      return items.type === 'object' && isText ? [key] : [];
    }),
  );
}

/** Returns the schema without `evaluation_config`, which only the publisher's own evaluation uses. */
function plainSchema(node: JsonValue): JsonValue {
  if (Array.isArray(node)) return node.map(plainSchema);
  if (node === null || typeof node !== 'object') return node;
  const members = Object.entries(node).filter(
    ([key, value]) => key !== 'evaluation_config' || typeof value === 'object',
  );
  return Object.fromEntries(members.map(([key, value]) => [key, plainSchema(value as JsonValue)]));
}

/** Returns the values in a JSON file. They are in its member `expected` or `0_expected`. */
function innerValue(json: JsonValue): JsonObject {
  const file = json as JsonObject;
  return (file.expected ?? file['0_expected']) as JsonObject;
}

/** Opens the extraction sets of a data folder. `wanted` selects sets whose name contains one of the texts. */
export async function readingSets(data: string, wanted: readonly string[]): Promise<ReadingSet[]> {
  const shop = ['company', 'address'];
  const isLineItem = (at: string) => at.startsWith('line_items');
  const form = (kind: string) => () =>
    fromLoader(`form ${kind}`, `azure-labels:${data}/azure-forms/${kind}`, { onlyGold: true });
  const openers: Record<string, () => Promise<ReadingSet>> = {
    'sroie images': () => fromLoader('sroie images', `sroie:${data}/sroie`, { fuzzy: shop }),
    'sroie text': () => fromLoader('sroie text', `sroie-text:${data}/sroie`, { fuzzy: shop }),
    'zugferd header': () =>
      fromLoader('zugferd header', `zugferd:${data}/zugferd`, { counts: (at) => !isLineItem(at) }),
    'zugferd lines': () => fromLoader('zugferd lines', `zugferd:${data}/zugferd`, { counts: isLineItem }),
    'form w9': form('w9-training-data'),
    'form w8': form('w8-training-data'),
    'form 1099': form('1099-training-data'),
    'form contoso': form('contoso-invoice'),
    cuad: async () => contracts(`${data}/cuad`),
    'docproc invoices': async () =>
      valuesOnly('docproc invoices', `${data}/azure-docproc/invoices`, innerValue, {}),
    'docproc policies': async () =>
      valuesOnly('docproc policies', `${data}/azure-docproc/vehicle_insurance`, innerValue, {}),
    invoice2data: async () =>
      valuesOnly('invoice2data', `${data}/invoice2data`, (json) => (json as JsonValue[])[0] as JsonObject, {
        onlyGold: true,
        counts: (at) => !at.startsWith('lines'),
      }),
  };
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  const opened = await Promise.all(
    Object.entries(openers)
      .filter(([name]) => isWanted(name))
      .map(([, open]) => open()),
  );
  const generated = [
    ...(await formSets('tuned')),
    ...(await formSets('other')),
    ...(await formSets('planned')),
  ];
  return [
    ...opened,
    ...generated.filter(({ name }) => isWanted(name)),
    ...extractBench(`${data}/extract-bench`).filter(({ name }) => isWanted(name)),
  ];
}
