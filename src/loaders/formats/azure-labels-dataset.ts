import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { getOrCreate } from '../../base/collections.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import type { EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { Citation } from '../../model/processor/output.ts';
import type { SchemaNode } from '../../model/processor/processor-config.ts';
import { defineLoader } from '../reading/define-loader.ts';
import { fieldKey, unusedName } from '../reading/names.ts';
import { readJsonAs } from '../reading/read-json.ts';
import { unpairedNotice, withoutGoldNotice } from '../reading/unpaired-notice.ts';

const ending = '.labels.json';
const fieldsFix = 'Write fields.json as {"fields": [{"fieldKey", "fieldType"}]}.';
const labelsFix =
  'Write {"labels": [{"label", "value": [{"page", "text", "boundingBoxes": [[8 numbers]]}]}]} with fields of fields.json.';

const fieldSchema = z.looseObject({
  fieldKey: z.string().min(1),
  fieldType: z.string(),
  itemType: z.string().nullish(),
});
const fieldsSchema = z.looseObject({
  fields: z.array(fieldSchema).min(1),
  /** Columns of each table. The key is the `itemType` of the field that contains the table. */
  definitions: z.record(z.string(), z.looseObject({ fields: z.array(fieldSchema).nullish() })).nullish(),
});
type Fields = z.infer<typeof fieldsSchema>;

const labelSchema = z.looseObject({
  /** Name of a field, or `table/row/column` for a cell of a table. */
  label: z.string().min(1),
  value: z
    .array(
      z.looseObject({
        page: z.int().min(1),
        text: z.string(),
        /** x and y of the four corners of each box, as shares of the width and height of the page. */
        boundingBoxes: z.array(z.array(z.number()).length(8)),
      }),
    )
    .nullable(),
});
const labelsSchema = z.looseObject({ labels: z.array(labelSchema) });
type Label = z.infer<typeof labelSchema>;

/**
 * Documents that were labelled for Azure Document Intelligence. The boxes of the labels become citations of the gold. A
 * field of a number type becomes a number if all its labels are numbers. Otherwise the field becomes a text, because
 * some labelled datasets declare tax ids as numbers. A date stays a text as printed. The optional `FILE.ocr.json` is
 * not read. A file without labels becomes an item without gold if at least one labelled document has the same file
 * extension. Other files are ignored.
 */
export const azureLabelsLoader = defineLoader({
  name: 'azure-labels',
  doc: 'documents labelled for Azure Document Intelligence: `fields.json`, and `FILE.labels.json` for each document FILE',
  withoutGold: 'a document without `FILE.labels.json`, if a labelled document has the same file extension',
  recognise: ({ names }) =>
    names?.includes('fields.json') === true && names.some((name) => name.endsWith(ending)),
  open: async (folder) => {
    const fieldsFile = path.join(folder, 'fields.json');
    const fields = await readJsonAs(fieldsFile, fieldsSchema, fieldsFix);
    const names = (await readdir(folder)).sort();
    const labelled = names
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length));
    const documents = labelled.filter((name) => names.includes(name));
    if (documents.length === 0) throw noDocument(folder, labelled);
    const extensions = new Set(documents.map((name) => path.extname(name).toLowerCase()));
    const unlabelled = names.filter(
      (name) =>
        extensions.has(path.extname(name).toLowerCase()) &&
        !documents.includes(name) &&
        !/\.(labels|ocr|result)\.json$|^fields\.json$/i.test(name),
    );
    const known = declaredFields(fields);
    const read = await Promise.all(
      documents.map((name) => readLabels(path.join(folder, name + ending), known)),
    );
    const values = read.flatMap((one) => ('values' in one ? one.values : []));
    for (const field of known.values()) field.type = typeOf(field, values);
    return {
      manifest: {
        name: path.basename(path.resolve(folder)),
        kind: 'EXTRACT',
        config: { type: 'EXTRACT', baseProcessor: 'extraction_performance', schema: schemaOf(known) },
      },
      manifestFile: fieldsFile,
      path: folder,
      notices: [
        ...withoutGoldNotice(unlabelled, 'a file of labels'),
        ...unpairedNotice(
          labelled.filter((name) => !names.includes(name)).map((name) => name + ending),
          'file of labels',
          'document of that name',
        ),
      ],
      entries: () => [
        ...read.map((one, at) => {
          if ('problem' in one) return one;
          const name = documents[at] as string;
          return { item: itemOf(folder, name, outputOf(one.values), name + ending) };
        }),
        ...unlabelled.map((name) => ({ item: itemOf(folder, name, null, name) })),
      ],
    };
  },
});

function itemOf(folder: string, name: string, gold: JsonValue, origin: string): EvaluationSetItem {
  return {
    id: name.replace(/\.[^.]+$/, ''),
    source: { kind: 'file', path: path.resolve(folder, name), name },
    expectedOutput: gold,
    tags: {},
    origin: { file: path.join(folder, origin) },
  };
}

type ValueType = 'string' | 'number' | 'boolean';

/** A labelled field, or a column of a labelled table. */
interface Field {
  readonly key: string;
  /** Name of the table if the field is a column of a table. */
  readonly table?: string;
  type: ValueType;
}

/**
 * Fields by their name in the label files: `Total`, or `Items/Price` for a column. Each field has a unique key in the
 * gold. If two names give the same key `id`, the second field gets the key `id_2`.
 */
type FieldsByName = Map<string, Field>;

const numberTypes = new Set(['number', 'integer', 'currency']);

function declaredFields({ fields, definitions }: Fields): FieldsByName {
  const known: FieldsByName = new Map();
  const valueType = (type: string): ValueType =>
    type === 'selectionMark' ? 'boolean' : numberTypes.has(type) ? 'number' : 'string';
  const keys = new Map<string, Set<string>>();
  const keyOf = (name: string, place: string): string => {
    const used = getOrCreate(keys, place, () => new Set<string>());
    const key = unusedName(fieldKey(name), (one) => used.has(one));
    used.add(key);
    return key;
  };
  for (const { fieldKey, fieldType, itemType } of fields) {
    const key = keyOf(fieldKey, '');
    if (fieldType !== 'array') known.set(fieldKey, { key, type: valueType(fieldType) });
    else
      for (const column of definitions?.[itemType ?? '']?.fields ?? [])
        known.set(`${fieldKey}/${column.fieldKey}`, {
          key: keyOf(column.fieldKey, fieldKey),
          table: key,
          type: valueType(column.fieldType),
        });
  }
  return known;
}

/** The labels of one field in one document. */
interface LabelledValue {
  readonly field: Field;
  /** Row of the table, counted from 0. */
  readonly row?: number;
  readonly text: string;
  readonly citations: readonly Citation[];
}

type ReadLabels = { readonly values: readonly LabelledValue[] } | { readonly problem: GoldsetError };

async function readLabels(file: string, fields: FieldsByName): Promise<ReadLabels> {
  try {
    const { labels } = await readJsonAs(file, labelsSchema, labelsFix);
    return { values: labels.flatMap((label, index) => labelledValue(label, index, file, fields)) };
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return { problem: thrown };
    throw thrown;
  }
}

function labelledValue(
  { label, value }: Label,
  index: number,
  file: string,
  fields: FieldsByName,
): LabelledValue[] {
  if (value === null || value.length === 0) return [];
  // The labelling tool writes a slash inside a name as `~1`.
  const [name = '', row, column] = label
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isCell = column !== undefined && /^\d{1,6}$/.test(row ?? '');
  const field =
    fields.get(isCell ? `${name}/${column}` : label) ?? (row === undefined ? fields.get(name) : undefined);
  if (field === undefined)
    throw new GoldsetError('DATASET_INVALID', {
      file,
      path: `labels[${index}].label`,
      found: shown(label),
      expected: `a field of fields.json (${truncateList([...fields.keys()], 5)}), or TABLE/ROW/COLUMN`,
      fix: labelsFix,
    });
  return [
    {
      field,
      ...(isCell && { row: Number(row) }),
      text: value.map(({ text }) => text).join(' '),
      citations: value.map(({ page, text, boundingBoxes }) => ({
        page,
        referenceText: text,
        ...(boundingBoxes.length > 0 && { polygon: boundingBoxes.flatMap(points) }),
        // Coordinates are shares of the page size. A page of size 1 keeps them unchanged.
        pageWidth: 1,
        pageHeight: 1,
      })),
    },
  ];
}

function points(corners: readonly number[]): { x: number; y: number }[] {
  return [0, 2, 4, 6].map((at) => ({ x: corners[at] as number, y: corners[at + 1] as number }));
}

/** A whole number or a decimal. Commas may separate groups of three digits. */
const plainNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;
const marks: Readonly<Record<string, boolean>> = { selected: true, unselected: false };

/** Returns the declared type of a field if all its labels have this type, and `string` otherwise. */
function typeOf(field: Field, values: readonly LabelledValue[]): ValueType {
  const texts = values.filter((value) => value.field === field).map(({ text }) => text);
  if (field.type === 'number' && texts.every((text) => plainNumber.test(text))) return 'number';
  if (field.type === 'boolean' && texts.every((text) => markOf(text) !== undefined)) return 'boolean';
  return 'string';
}

function markOf(text: string): boolean | undefined {
  const mark = text.replaceAll(':', '').trim().toLowerCase();
  return Object.hasOwn(marks, mark) ? marks[mark] : undefined;
}

function goldValue({ field, text }: LabelledValue): JsonValue {
  if (field.type === 'number') return Number(text.replaceAll(',', ''));
  return field.type === 'boolean' ? (markOf(text) as boolean) : text;
}

/** Returns the gold of one document, with the boxes of its labels as citations. */
function outputOf(values: readonly LabelledValue[]): JsonValue {
  const gold: Record<string, JsonValue> = {};
  const tables = new Map<string, Map<number, Record<string, JsonValue>>>();
  const metadata: Record<string, JsonValue> = {};
  // The gold has only those rows that have a label, so number the rows again.
  for (const { field, row } of values)
    if (row !== undefined) getOrCreate(tables, field.table as string, () => new Map()).set(row, {});
  for (const [table, rows] of tables) {
    const numbers = [...rows.keys()].sort((a, b) => a - b);
    gold[table] = numbers.map((row) => rows.get(row) as Record<string, JsonValue>);
  }
  for (const value of values) {
    const { field, row, citations } = value;
    const rows = tables.get(field.table ?? '');
    const at = row === undefined ? -1 : [...(rows?.keys() ?? [])].filter((other) => other < row).length;
    const place = row === undefined ? gold : (rows?.get(row) as Record<string, JsonValue>);
    place[field.key] = goldValue(value);
    const path = row === undefined ? field.key : `${field.table}[${at}].${field.key}`;
    metadata[path] = { citations: citations as unknown as JsonValue };
  }
  return { value: gold, metadata };
}

function schemaOf(fields: FieldsByName): SchemaNode {
  const properties: Record<string, SchemaNode> = {};
  for (const [name, { key, table, type }] of fields) {
    const node = { type: [type, 'null'], description: name.split('/').at(-1) as string };
    if (table === undefined) properties[key] = node;
    else {
      const items = (properties[table]?.items ?? {
        type: 'object',
        properties: {},
        required: [],
      }) as SchemaNode;
      const columns = { ...items.properties, [key]: node };
      properties[table] = {
        type: 'array',
        items: { ...items, properties: columns, required: Object.keys(columns) },
      };
    }
  }
  return { type: 'object', properties, required: Object.keys(properties) };
}

function noDocument(folder: string, labelled: readonly string[]): GoldsetError {
  return new GoldsetError('DATASET_INVALID', {
    file: folder,
    path: 'the files',
    found: `labels of ${truncateList(labelled, 3)}, but none of these documents`,
    expected: 'each document FILE next to its labels in FILE.labels.json',
    fix: 'Copy the documents into the folder of their labels.',
  });
}
