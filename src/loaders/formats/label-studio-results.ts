import { z } from 'zod';
import { getOrCreate } from '../../base/collections.ts';
import { type NotScored, type NotScoredMark, notAnnotated } from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';
import type { Citation } from '../../model/processor/output.ts';
import { fieldKey, unusedName } from '../reading/names.ts';

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** A result of an annotation: a label, a box or a text of a region, or a value of the whole document. */
export const resultSchema = z.looseObject({
  /** Results with the same id describe one region. */
  id: z.string().optional(),
  type: z.string(),
  /** Name of the tag in the labelling interface to which the result belongs. */
  from_name: z.string().optional(),
  /** Page of a document with several pages, counted from 0. */
  item_index: z.int().min(0).optional(),
  original_width: z.number().positive().optional(),
  original_height: z.number().positive().optional(),
  value: z
    .looseObject({
      text: texts.optional(),
      choices: z.array(z.string()).optional(),
      taxonomy: z.array(z.array(z.string())).optional(),
      number: z.number().optional(),
      rating: z.number().optional(),
      datetime: z.string().optional(),
      /** Position, size and points of the region, in percent of the page. */
      x: z.number().optional(),
      y: z.number().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      rotation: z.number().optional(),
      points: z.array(z.tuple([z.number(), z.number()])).optional(),
    })
    .optional(),
});
export type Result = z.infer<typeof resultSchema>;

export interface LabelStudioGold {
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** Fields that are not scored because their regions have no text. */
  readonly notScored: NotScored;
  /** The chosen class if it is the only result of the annotation; otherwise `null`. */
  readonly choice: string | null;
  /** Labels that several regions have. The texts of these regions are joined. */
  readonly joined: readonly string[];
  /** Descriptions of the results that are not part of the gold. */
  readonly ignored: readonly string[];
}

interface Region {
  readonly labels: string[];
  text: string | null;
  /** The text that a person entered for the region. */
  entered: string | null;
  box: Citation | null;
}

/**
 * The keys of the fields of an export. Labels and tags have different keys: if a label and a tag give the same key
 * `total`, the one that is read second gets the key `total_2`.
 */
export class FieldKeys {
  readonly #keys = new Map<string, string>();
  readonly #used = new Set<string>();

  keyOf(source: 'label' | 'tag', name: string): string {
    return getOrCreate(this.#keys, `${source}:${name}`, () => {
      const key = unusedName(fieldKey(name), (one) => this.#used.has(one));
      this.#used.add(key);
      return key;
    });
  }
}

/** Returns the gold of an annotation. If the document has several choices for one tag, returns the mismatch. */
export function readAnnotation(
  results: readonly Result[],
  keys: FieldKeys,
): LabelStudioGold | { readonly mismatch: Mismatch } {
  const regions = new Map<string, Region>();
  const fields: Record<string, JsonValue> = {};
  const ignored: string[] = [];
  for (const [index, result] of results.entries()) {
    const { choices } = result.value ?? {};
    if (isOfRegion(result)) {
      const what = addToRegion(getOrCreate(regions, result.id ?? `${index}`, newRegion), result);
      if (what !== null) ignored.push(what);
    } else if (choices !== undefined && choices.length > 1)
      return {
        mismatch: {
          path: `annotations.result[${index}].value.choices`,
          found: `${choices.length} choices`,
          expected: 'one choice',
        },
      };
    else {
      const value = documentValue(result);
      const key = keys.keyOf('tag', result.from_name ?? result.type);
      if (value === undefined) ignored.push(result.type);
      else if (result.item_index !== undefined) ignored.push(`${result.type} of one page`);
      else if (key in fields) ignored.push(`further ${result.type} of one tag`);
      else fields[key] = value;
    }
  }
  const [only] = Object.values(fields);
  const isChoice = results.length === 1 && results[0]?.type === 'choices' && typeof only === 'string';
  return { ...withRegions(fields, regions, ignored, keys), choice: isChoice ? only : null, ignored };
}

function newRegion(): Region {
  return { labels: [], text: null, entered: null, box: null };
}

/**
 * Returns whether a result belongs to a region: its type ends with `labels`, or its value has a box, points or a range
 * of characters.
 */
function isOfRegion({ type, value }: Result): boolean {
  return (
    type.endsWith('labels') || (value !== undefined && ['x', 'points', 'start'].some((name) => name in value))
  );
}

/**
 * Adds the label, text or box of a result to its region. Returns a description of the result if the region does not use
 * it.
 */
function addToRegion(region: Region, result: Result): string | null {
  const { type, value = {} } = result;
  const labels = z.array(z.string()).safeParse(value[type]);
  const isKnown = type.endsWith('labels') || ['textarea', 'rectangle', 'polygon'].includes(type);
  if (!isKnown) return `${type} of a region`;
  if (type.endsWith('labels') && labels.success) region.labels.push(...labels.data);
  region.box ??= boxOf(result);
  const text = value.text?.join('\n') ?? null;
  if (type === 'textarea') {
    if (region.entered !== null) return 'further textarea of a region';
    region.entered = text;
  } else region.text ??= text;
  return null;
}

function documentValue({ type, value = {} }: Result): JsonValue | undefined {
  switch (type) {
    case 'textarea':
      return value.text?.join('\n');
    case 'choices':
      return value.choices?.[0];
    case 'taxonomy':
      return value.taxonomy?.map((path) => path.join(' > ')).join('\n');
    case 'number':
    case 'rating':
    case 'datetime':
      return value[type];
    default:
      return undefined;
  }
}

/**
 * Adds the text of each region to the field of its label. If several regions have the same label, joins their texts in
 * the order of the regions.
 */
function withRegions(
  fields: Record<string, JsonValue>,
  regions: ReadonlyMap<string, Region>,
  ignored: string[],
  keys: FieldKeys,
): Pick<LabelStudioGold, 'fields' | 'metadata' | 'notScored' | 'joined'> {
  const byKey = new Map<string, Region[]>();
  for (const region of regions.values()) {
    if (region.labels.length === 0) ignored.push('region without a label');
    for (const label of new Set(region.labels))
      getOrCreate(byKey, keys.keyOf('label', label), () => []).push(region);
  }
  const metadata: Record<string, JsonValue> = {};
  const notScored: Record<string, NotScoredMark> = {};
  const joined: string[] = [];
  for (const [key, found] of byKey) {
    const texts = found.map(({ entered, text }) => entered ?? text);
    const citations = found.flatMap(({ box }, index) =>
      box === null ? [] : [{ ...box, referenceText: texts[index] ?? null }],
    );
    if (citations.length > 0) metadata[key] = { citations } as unknown as JsonValue;
    const values = texts.filter((text) => text !== null);
    if (values.length < found.length) notScored[key] = notAnnotated;
    else fields[key] = values.join(' ');
    if (values.length > 1) joined.push(key);
  }
  return { fields, metadata, notScored, joined };
}

/**
 * Returns the box of a result as a citation. The coordinates are shares of the page, so the citation has a page size of
 * 1.
 */
function boxOf({
  value = {},
  item_index: page = 0,
  original_width,
  original_height,
}: Result): Citation | null {
  const { x, y, width, height, rotation = 0, points } = value;
  const place = { page: page + 1, pageWidth: 1, pageHeight: 1 };
  if (points !== undefined)
    return { ...place, polygon: points.map(([px, py]) => ({ x: px / 100, y: py / 100 })) };
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null;
  // Label Studio rotates a box clockwise around its top left corner. Compute with pixels, because the page is not
  // square.
  const aspect = (original_height ?? 1) / (original_width ?? 1);
  const [sin, cos] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)];
  const corner = (right: number, down: number) => ({
    x: (x + right * cos - down * aspect * sin) / 100,
    y: (y + (right * sin) / aspect + down * cos) / 100,
  });
  const polygon = [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)];
  return { ...place, polygon };
}
