import { useMemo } from 'preact/hooks';
import type { Citation } from '../../model/processor/output.ts';
import { type Detail, useBlock, useImages, useShown } from '../state/blocks.ts';
import { predictedPathOf } from '../state/document-rows.ts';
import type { StoredImage } from '../state/report-source.ts';

/** Space around the box in pixels of the page image, and the size of the crop on the screen. */
const margin = 40;
const size = { width: 320, height: 80 };

/** The place of a value on its page, cut out of the page image. Renders nothing without an image or a position. */
export function Crop(props: { position: number; images: number; detail: Detail; path: string }) {
  const { position, images, detail, path } = props;
  const place = useMemo(() => placeOf(detail, path), [detail, path]);
  const pages = useImages(position, place ? images : 0);
  const page = place && pages.find((image) => image.page === (place.page ?? 1));
  return page && place ? <CropImage page={page} place={place} label={path} /> : null;
}

/** The crop of a value of a document, by the id of the document. */
export function CropById({ id, path }: { id: string; path: string }) {
  const index = useBlock('index');
  const item = useMemo(() => index?.ids.indexOf(id) ?? -1, [index, id]);
  const position = index?.positions?.[item] ?? item;
  const shown = useShown(position);
  if (shown.state !== 'shown' || shown.images <= 0) return null;
  return <Crop position={position} images={shown.images} detail={shown.detail} path={path} />;
}

/**
 * Returns the place of a value: of a version that reads it right, otherwise of the last version with a place. A value that
 * is right is read where the expected value is.
 */
export function placeOf(detail: Detail, path: string): Citation | null {
  const places = detail.versions.flatMap(({ leaves, citations = {} }) => {
    const leaf = leaves.find((entry) => entry.path === path || predictedPathOf(entry) === path);
    const key = leaf ? predictedPathOf(leaf) : path;
    const place = Object.hasOwn(citations, key)
      ? citations[key]?.find(({ polygon }) => (polygon?.length ?? 0) > 0)
      : undefined;
    return place ? [{ place, isRight: leaf?.outcome === 'correct' }] : [];
  });
  return (places.find(({ isRight }) => isRight) ?? places.at(-1))?.place ?? null;
}

function CropImage({ page, place, label }: { page: StoredImage; place: Citation; label: string }) {
  const corners = place.polygon ?? [];
  const xs = corners.map(({ x }) => (x / (place.pageWidth || 1)) * page.width);
  const ys = corners.map(({ y }) => (y / (place.pageHeight || 1)) * page.height);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const ratio = size.width / size.height;
  const width = Math.min(
    page.width,
    Math.max(right - left + 2 * margin, (bottom - top + 2 * margin) * ratio),
  );
  const height = width / ratio;
  const x = clamp((left + right) / 2 - width / 2, page.width - width);
  const y = clamp((top + bottom) / 2 - height / 2, page.height - height);
  return (
    <svg
      class="crop"
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label={`Place of ${label} on page ${page.page}`}
    >
      <image href={page.address} width={page.width} height={page.height} />
      <rect class="crop-box" x={left - 3} y={top - 3} width={right - left + 6} height={bottom - top + 6} />
    </svg>
  );
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, Math.max(0, most)));
}
