import { useMemo } from 'preact/hooks';
import { formatNumber } from '../blocks/format-measurement.ts';
import { useBlock, useImages, useShown } from '../state/blocks.ts';
import { type Box, boxesOf, widen } from '../state/document-places.ts';
import { arrangeLeaves, type LeafLine, predictedPathOf } from '../state/document-rows.ts';
import type { StoredImage } from '../state/report-source.ts';

/** Margin around the box, in pixels of the page image. */
const margin = 40;
const lineSize: CropSize = { width: 320, height: 80 };

/**
 * Shows which confidence the last version has for a value of the document `id`. Renders nothing if there is no
 * confidence.
 */
export function ConfidenceById({ id, path }: { id: string; path: string }) {
  const index = useBlock('index');
  const item = useMemo(() => index?.ids.indexOf(id) ?? -1, [index, id]);
  const shown = useShown(index?.positions?.[item] ?? item);
  if (shown.state !== 'shown') return null;
  const { leaves = [], confidences = {} } = shown.detail.versions.at(-1) ?? {};
  const leaf = leaves.find((entry) => entry.path === path || predictedPathOf(entry) === path);
  const key = leaf ? predictedPathOf(leaf) : path;
  const confidence = Object.hasOwn(confidences, key) ? confidences[key] : null;
  return confidence == null ? null : formatNumber(confidence, 2);
}

/**
 * A picture of the place of a value in the document `id`. Renders nothing if there is no image, or if the place is
 * unknown.
 */
export function CropById({ id, path, isExtraRow }: { id: string; path: string; isExtraRow: boolean }) {
  const index = useBlock('index');
  const item = useMemo(() => index?.ids.indexOf(id) ?? -1, [index, id]);
  const position = index?.positions?.[item] ?? item;
  const shown = useShown(position);
  const detail = shown.state === 'shown' ? shown.detail : null;
  const pages = useImages(position, shown.state === 'shown' ? shown.images : 0);
  const found = useMemo(() => {
    if (detail === null) return null;
    const lines = arrangeLeaves(detail.versions).values;
    const line = lines.find((one) => one.path === path && (one.isExtraRow ?? false) === isExtraRow);
    return line && { line, boxes: boxesOf([line], detail) };
  }, [detail, path, isExtraRow]);
  return found && <Crop pages={pages} {...found} />;
}

/** Minimum size of the part of the page that a crop shows, in pixels of the page image. */
interface CropSize {
  readonly width: number;
  readonly height: number;
}

interface CropProps {
  readonly size?: CropSize;
  readonly pages: readonly StoredImage[];
  readonly line: LeafLine;
  readonly boxes: readonly Box[];
}

/**
 * The place of a value, cut out of the page image. Shows the place of the expected value if it is known. Otherwise,
 * shows the place that the last version with a box cites. Renders nothing if there is no image or no box.
 */
export function Crop({ pages, line, boxes, size = lineSize }: CropProps) {
  const own = boxes.filter(({ key }) => key === line.key);
  const main =
    own.find(({ kind }) => kind === 'expected') ?? own.findLast(({ kind }) => kind === 'now') ?? own.at(-1);
  const page = pages.find((image) => image.page === main?.page);
  if (!page || !main) return null;
  const xs = main.corners.map(([x]) => x * page.width);
  const ys = main.corners.map(([, y]) => y * page.height);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const ratio = size.width / size.height;
  const width = Math.min(
    page.width,
    Math.max(size.width, right - left + 2 * margin, (bottom - top + 2 * margin) * ratio),
  );
  const height = width / ratio;
  const x = clamp((left + right) / 2 - width / 2, page.width - width);
  const y = clamp((top + bottom) / 2 - height / 2, page.height - height);
  return (
    <svg
      class="crop"
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label={`Place of ${line.path} on page ${page.page}`}
    >
      <image href={page.address} width={page.width} height={page.height} />
      <g class="boxes">
        {own.map(
          ({ kind, outcome, page: number, corners }, at) =>
            number === page.page && (
              <polygon key={at} class={`${kind} ${outcome}`} points={widen(corners, 3, page).join(' ')} />
            ),
        )}
      </g>
    </svg>
  );
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, Math.max(0, most)));
}
