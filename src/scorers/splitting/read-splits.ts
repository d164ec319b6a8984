import { requireArgument } from '../../base/require-argument.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import { type Classification, maxPageNumber } from '../../model/processor/processor-config.ts';
import { resolveLabel } from '../classification/resolve-label.ts';

/** A document of a packet as a page range. Page numbers are whole, but can be outside the packet. */
export interface Segment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

/**
 * Reads splits in every known shape: one split, a list, `{splits}` or `{subDocumentClassifications}`, each
 * also inside `{value}`. Maps types with `resolveLabel`. Omits entries without whole page numbers and counts
 * them as `unreadable`.
 */
export function readSplits(
  value: unknown,
  classifications?: readonly Classification[],
): { readonly segments: readonly Segment[]; readonly unreadable: number } {
  const entries = listOf(value);
  const segments: Segment[] = [];
  for (const entry of entries) {
    const { startPage, endPage } = isJsonObject(entry) ? entry : {};
    if (!isPage(startPage) || !isPage(endPage)) continue;
    // The `id` of a split identifies the split itself, so it is not used as the class.
    const { classificationId, type } = entry as Readonly<Record<string, unknown>>;
    const label = resolveLabel({ classificationId, type } as never, classifications)?.label ?? '';
    segments.push({ type: label, startPage, endPage });
  }
  return { segments, unreadable: entries.length - segments.length };
}

export function isPageCount(pages: number): boolean {
  return Number.isInteger(pages) && pages >= 0 && pages <= maxPageNumber;
}

/**
 * Returns the number of pages of a packet: `counted`, or the last page of the segments if that number is larger.
 * Ignores segments that end after `maxPageNumber`.
 */
export function packetPages(counted: number | undefined, segments: readonly Segment[]): number {
  const pages = counted ?? 0;
  requireArgument(
    isPageCount(pages),
    `pages must be a whole number from 0 to ${maxPageNumber}, got ${pages}`,
  );
  return segments.reduce(
    (last, { endPage }) => (endPage <= maxPageNumber ? Math.max(last, endPage) : last),
    pages,
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  if (Array.isArray(value.splits)) return value.splits;
  if (Array.isArray(value.subDocumentClassifications)) return value.subDocumentClassifications;
  if (value.startPage !== undefined || value.endPage !== undefined) return [value];
  return value.value === undefined ? [] : listOf(value.value);
}

function isPage(page: unknown): page is number {
  return typeof page === 'number' && Number.isSafeInteger(page);
}
