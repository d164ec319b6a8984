import { getOrCreate, increment } from '../../base/collections.ts';
import { sha256 } from '../../base/hash.ts';
import type { LabelListHead } from '../../model/record/label-list.ts';
import { type DifferingPlace, fieldOfPlace, wholeDocument } from '../../scorers/differing-places.ts';

/**
 * How the documents of a list are chosen. With `share`, each document has the same probability. With `quotas`, a number
 * of documents is chosen per field. A `sequential` list has all documents in which the versions differ within the scope
 * of the list.
 */
export type ListDesign = Pick<LabelListHead, 'share' | 'seed' | 'quotas' | 'sequential'>;

/** Number of documents to include per field: `documents` for each field that is not in `byField`. */
export interface QuotaRule {
  readonly documents: number;
  readonly byField: ReadonlyMap<string, number>;
}

/** Returns the places in a document, such as fields, for which the label list asks for a label. */
export function askedPlaces(
  { sequential }: Pick<ListDesign, 'sequential'>,
  places: readonly DifferingPlace[],
): readonly DifferingPlace[] {
  const field = sequential?.scope.match(/^field:(.*)$/s)?.[1];
  return field === undefined ? places : places.filter((place) => coversField(fieldOfPlace(place), field));
}

/**
 * Returns whether the field of a place equals `field`, contains `field`, or is inside `field`. An empty text and `$`
 * stand for the whole document.
 */
export function coversField(place: string, field: string): boolean {
  return (
    place === '' ||
    place === wholeDocument ||
    place === field ||
    field.startsWith(`${place}.`) ||
    place.startsWith(`${field}.`)
  );
}

/**
 * Returns the fields in which the outputs of the versions differ in a document, sorted and without duplicates. The
 * whole document has the name `$`.
 */
export function fieldsOf(places: readonly DifferingPlace[]): string[] {
  return [...new Set(places.map((place) => fieldOfPlace(place) || wholeDocument))].sort();
}

/**
 * Returns the probability that the list includes a document in which the versions differ. Without quotas, it is
 * `share`. With quotas, each differing field gives min(1, quota / number of documents that differ in it). The
 * probability is the largest of these values. The result does not change if the versions are exchanged.
 */
export function inclusionProbability({ share, quotas }: ListDesign, fields: readonly string[]): number {
  if (quotas === undefined) return share;
  const shares = quotas
    .filter(({ field }) => fields.includes(field))
    .map(({ documents, differing }) => Math.min(1, documents / differing));
  return Math.max(0, ...shares);
}

/**
 * Returns a number from 0 to 1 that depends only on the seed and the id. This number is the position of a document in
 * the random order.
 */
export function hashedShare(seed: string, id: string): number {
  return Number.parseInt(sha256(`label differences\0${seed}\0${id}`).slice(0, 13), 16) / 16 ** 13;
}

/** Counts the documents for each combination of fields in which two versions differ. */
export class DifferingFields {
  readonly #counts = new Map<string, { fields: readonly string[]; documents: number }>();

  add(fields: readonly string[]): void {
    getOrCreate(this.#counts, JSON.stringify(fields), () => ({ fields, documents: 0 })).documents++;
  }

  get lists(): { readonly fields: readonly string[]; readonly documents: number }[] {
    return [...this.#counts.values()];
  }

  byField(): [field: string, documents: number][] {
    const found = new Map<string, number>();
    for (const { fields, documents } of this.#counts.values())
      for (const field of fields) increment(found, field, documents);
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /**
   * Returns the quota of each differing field: the number of documents to include, and the number of documents that
   * differ in this field.
   */
  quotas({ documents, byField }: QuotaRule): NonNullable<ListDesign['quotas']> {
    return this.byField().map(([field, differing]) => ({
      field,
      documents: byField.get(field) ?? documents,
      differing,
    }));
  }
}
