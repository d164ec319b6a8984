import type { LabelHit } from '../labels/find-labels.ts';
import type { Segment, TextLayout } from '../layout/text-layout.ts';

/** Minimum type size of a value, relative to the type of its caption. */
const minLarger = 1.3;
/** Maximum distance between a caption and its value, relative to the height of the value. */
const maxGap = 0.8;
/** Maximum indent of a value relative to its caption, in heights of the value. */
const maxIndent = 2.5;
/** A value is at most this number of rows above or below its caption. */
const nearRows = 4;
/**
 * Texts below larger text count as captions only if a page has at least this number of them. Otherwise, the larger text
 * is probably a title.
 */
const minUnder = 4;

export interface Captioned {
  readonly value: Segment;
  readonly isAbove: boolean;
}

/** For each layout, the captions with their values, by the `id` of the caption's segment. Computed on first use. */
const known = new WeakMap<TextLayout, ReadonlyMap<number, Captioned>>();

/**
 * Returns the value of a caption: a text in larger type directly below the caption, as in the box of a form, or
 * directly above the caption, as on a line to fill. Returns `undefined` for a label without such a text.
 */
export function captionedValue(layout: TextLayout, { segment, endsSegment }: LabelHit): Segment | undefined {
  return endsSegment ? captionsOf(layout).get(segment.id)?.value : undefined;
}

/** Returns the captions with their values, by the `id` of the caption's segment. */
export function captionedValues(layout: TextLayout): ReadonlyMap<number, Captioned> {
  return captionsOf(layout);
}

/**
 * Returns whether a text is a caption. A caption has a text in larger type directly above or below it, or is the
 * numbered caption of an empty box.
 */
export function isCaption(layout: TextLayout, segment: Segment): boolean {
  const captions = captionsOf(layout);
  return captions.has(segment.id) || (captions.size >= minUnder && numbered.test(segment.text));
}

/** A numbered text such as `4 Length overall`. */
const numbered = /^\d{1,2}[a-z]?[.)]?\s+\p{L}{3}/u;

function captionsOf(layout: TextLayout): ReadonlyMap<number, Captioned> {
  let captions = known.get(layout);
  if (captions === undefined) {
    captions = new Map(layout.geometry ? layout.pages.flatMap((page) => captionsOn(layout, page)) : []);
    known.set(layout, captions);
  }
  return captions;
}

function captionsOn(layout: TextLayout, page: TextLayout['pages'][number]): [number, Captioned][] {
  // On a scan, the height of a text depends on its letters, and is not its type size.
  if (page.source !== 'text') return [];
  const found = layout.rows
    .filter((row) => row.page === page)
    .flatMap((row) => row.segments)
    .flatMap((segment): [number, Captioned][] => {
      const captioned = touchingValue(layout, segment);
      return captioned === undefined ? [] : [[segment.id, captioned]];
    });
  const under = found.filter(([, { isAbove }]) => isAbove);
  const showsUnder = under.length >= minUnder && under.length * 2 > found.length;
  return found.filter(([, { isAbove }]) => isAbove === showsUnder);
}

/** Returns the nearest text that is in larger type and touches a caption from above or below. */
function touchingValue(layout: TextLayout, caption: Segment): Captioned | undefined {
  let best: Captioned | undefined;
  let least = Infinity;
  for (const row of layout.rows.slice(Math.max(0, caption.row - nearRows), caption.row + nearRows + 1)) {
    if (row.page !== caption.page) continue;
    for (const value of row.segments) {
      const { box, height } = value;
      const isAbove = box.top < caption.box.top;
      const gap = isAbove ? caption.box.top - box.bottom : box.top - caption.box.bottom;
      const isNear = gap >= -0.3 * height && gap <= maxGap * height && gap < least;
      const isUnder = Math.abs(box.left - caption.box.left) < maxIndent * height;
      if (!isNear || !isUnder || height < minLarger * caption.height) continue;
      best = { value, isAbove };
      least = gap;
    }
  }
  return best;
}
