import { getOrCreate, increment } from '../../base/collections.ts';
import { sha256 } from '../../base/hash.ts';
import type { LabelListHead } from '../../model/record/label-list.ts';
import { type DifferingPlace, fieldOfPlace, wholeDocument } from '../../scorers/differing-places.ts';

/**
 * How the documents of a list are chosen: with one probability (`share`), or by a number of documents per field. A sequential
 * list has all documents that differ in its scope.
 */
export type ListDesign = Pick<LabelListHead, 'share' | 'seed' | 'quotas' | 'sequential'>;

/** Wanted number of documents per field: one for all fields, and those of single fields. */
export interface QuotaRule {
  readonly documents: number;
  readonly byField: ReadonlyMap<string, number>;
}

/** Returns the places of a document that the list asks for. */
export function askedPlaces(
  { sequential }: Pick<ListDesign, 'sequential'>,
  places: readonly DifferingPlace[],
): readonly DifferingPlace[] {
  const field = sequential?.scope.match(/^field:(.*)$/s)?.[1];
  return field === undefined ? places : places.filter((place) => coversField(fieldOfPlace(place), field));
}

/** Returns whether a field is at or below the field of a place, or around it. An empty text is the whole document. */
export function coversField(place: string, field: string): boolean {
  return (
    place === '' ||
    place === wholeDocument ||
    place === field ||
    field.startsWith(`${place}.`) ||
    place.startsWith(`${field}.`)
  );
}

/** Returns the fields of the places of a document, each once and sorted. The whole document is the field `$`. */
export function fieldsOf(places: readonly DifferingPlace[]): string[] {
  return [...new Set(places.map((place) => fieldOfPlace(place) || wholeDocument))].sort();
}

/**
 * Returns the probability with which a differing document is in the list: the share, or the largest of min(1, quota /
 * differing documents) over the fields in which it differs. It depends on the outputs of both versions in the same way.
 */
export function inclusionProbability({ share, quotas }: ListDesign, fields: readonly string[]): number {
  if (quotas === undefined) return share;
  const shares = quotas
    .filter(({ field }) => fields.includes(field))
    .map(({ documents, differing }) => Math.min(1, documents / differing));
  return Math.max(0, ...shares);
}

/** Returns a number from 0 to 1 that depends only on the seed and the id: the place of a document in the random order. */
export function hashedShare(seed: string, id: string): number {
  return Number.parseInt(sha256(`label differences\0${seed}\0${id}`).slice(0, 13), 16) / 16 ** 13;
}

/** Counts the documents per list of fields in which two versions differ. */
export class DifferingFields {
  readonly #counts = new Map<string, { fields: readonly string[]; documents: number }>();

  add(fields: readonly string[]): void {
    getOrCreate(this.#counts, JSON.stringify(fields), () => ({ fields, documents: 0 })).documents++;
  }

  get lists(): { readonly fields: readonly string[]; readonly documents: number }[] {
    return [...this.#counts.values()];
  }

  /** Returns the number of documents per field, sorted by field. */
  byField(): [field: string, documents: number][] {
    const found = new Map<string, number>();
    for (const { fields, documents } of this.#counts.values())
      for (const field of fields) increment(found, field, documents);
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns the quotas of a list: for each differing field its wanted and its differing documents. */
  quotas({ documents, byField }: QuotaRule): NonNullable<ListDesign['quotas']> {
    return this.byField().map(([field, differing]) => ({
      field,
      documents: byField.get(field) ?? documents,
      differing,
    }));
  }
}
