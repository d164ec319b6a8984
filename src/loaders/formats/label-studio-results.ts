import { z } from 'zod';
import { getOrCreate } from '../../base/collections.ts';
import { type NotScored, type NotScoredMark, notAnnotated } from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { Mismatch } from '../../model/processor/mismatch.ts';
import type { Citation } from '../../model/processor/output.ts';
import { slug } from '../reading/infer-config.ts';

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** A result of an annotation: a label, a box or a text of a region, or a value of the whole document. */
export const resultSchema = z.looseObject({
  /** Results with the same id describe one region. */
  id: z.string().optional(),
  type: z.string(),
  /** Name of the tag of the labelling interface. */
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
  /** The choice, if the annotation has no other result. */
  readonly choice: string | null;
  /** Labels that several regions have. The texts of these regions are joined. */
  readonly joined: readonly string[];
  /** Descriptions of the results that are not part of the gold. */
  readonly ignored: readonly string[];
}

interface Region {
  readonly labels: string[];
  text: string | null;
  box: Citation | null;
}

/** Returns the gold of an annotation. If the document has several choices for one tag, returns the mismatch. */
export function readAnnotation(
  results: readonly Result[],
): LabelStudioGold | { readonly mismatch: Mismatch } {
  const regions = new Map<string, Region>();
  const fields: Record<string, JsonValue> = {};
  const ignored: string[] = [];
  for (const [index, result] of results.entries()) {
    const { choices } = result.value ?? {};
    if (isOfRegion(result)) {
      if (!addToRegion(getOrCreate(regions, result.id ?? `${index}`, newRegion), result))
        ignored.push(`${result.type} of a region`);
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
      if (value === undefined) ignored.push(result.type);
      else fields[keyOf(result.from_name ?? result.type)] = value;
    }
  }
  const only = results.length === 1 ? results[0]?.value?.choices?.[0] : undefined;
  return { ...withRegions(fields, regions, ignored), choice: only ?? null, ignored };
}

function newRegion(): Region {
  return { labels: [], text: null, box: null };
}

/** Whether a result has a place in the document: a box, points, or a range of characters. */
function isOfRegion({ type, value }: Result): boolean {
  return (
    type.endsWith('labels') || (value !== undefined && ['x', 'points', 'start'].some((name) => name in value))
  );
}

/** Adds the label, text or box of a result to its region. Returns false if the result has none of them. */
function addToRegion(region: Region, result: Result): boolean {
  const { type, value = {} } = result;
  const labels = z.array(z.string()).safeParse(value[type]);
  const isKnown = type.endsWith('labels') || ['textarea', 'rectangle', 'polygon'].includes(type);
  if (!isKnown) return false;
  if (type.endsWith('labels') && labels.success) region.labels.push(...labels.data);
  if (value.text !== undefined) region.text = value.text.join('\n');
  region.box ??= boxOf(result);
  return true;
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
 * their order.
 */
function withRegions(
  fields: Record<string, JsonValue>,
  regions: ReadonlyMap<string, Region>,
  ignored: string[],
): Pick<LabelStudioGold, 'fields' | 'metadata' | 'notScored' | 'joined'> {
  const byKey = new Map<string, Region[]>();
  for (const region of regions.values()) {
    if (region.labels.length === 0) ignored.push('region without a label');
    for (const label of new Set(region.labels)) getOrCreate(byKey, keyOf(label), () => []).push(region);
  }
  const metadata: Record<string, JsonValue> = {};
  const notScored: Record<string, NotScoredMark> = {};
  const joined: string[] = [];
  for (const [key, found] of byKey) {
    const citations = found.flatMap(({ box, text }) =>
      box === null ? [] : [{ ...box, referenceText: text }],
    );
    if (citations.length > 0) metadata[key] = { citations } as unknown as JsonValue;
    const values = found.flatMap(({ text }) => (text === null ? [] : [text]));
    if (values.length < found.length) notScored[key] = notAnnotated;
    else fields[key] = values.join(' ');
    if (values.length > 1) joined.push(key);
  }
  return { fields, metadata, notScored, joined };
}

function keyOf(name: string): string {
  return slug(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

/** Returns the box of a result as a citation. Its coordinates are shares of the page, so the page size is 1. */
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
