import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Detail } from '../../../viewer/blocks/unpack-detail.ts';
import { Crop } from '../../../viewer/documents/crop.tsx';
import { type Box, boxesOf } from '../../../viewer/state/document-places.ts';
import type { LeafLine } from '../../../viewer/state/document-rows.ts';
import type { StoredImage } from '../../../viewer/state/report-source.ts';

/** The pages of a document as images, or its text. */
export interface IssuePages {
  readonly images: readonly StoredImage[];
  readonly text: string | null;
}

/** Minimum size of the shown part of the page, in pixels of the page image. */
const cropSize = { width: 640, height: 240 };

/**
 * The part of the page with the value. If the place is unknown, shows all pages; a document without images is shown as
 * text.
 */
export function IssuePlace({ line, detail, pages }: { line: LeafLine; detail: Detail; pages: IssuePages }) {
  const boxes = useMemo(() => boxesOf([line], detail).map(withoutVersion), [line, detail]);
  if (boxes.some(({ page }) => pages.images.some((image) => image.page === page)))
    return <Crop size={cropSize} pages={pages.images} line={line} boxes={boxes} />;
  return <DocumentPages pages={pages} page={null} />;
}

/** All pages of a document, or its text. Scrolls to `page`. */
export function DocumentPages({ pages, page: wanted }: { pages: IssuePages | null; page: number | null }) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const image = frame.current?.querySelector<HTMLElement>(`[data-page="${wanted ?? ''}"]`);
    if (frame.current) frame.current.scrollTop = image?.offsetTop ?? 0;
  }, [wanted, pages]);
  if (pages === null) return <p class="issue-pages quiet">Drawing the pages…</p>;
  const { images, text } = pages;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section ref={frame} class="issue-pages" tabIndex={0} aria-label="Pages of the document">
      {images.map(({ page, width, height, address }) => (
        <img key={page} data-page={page} src={address} width={width} height={height} alt={`Page ${page}`} />
      ))}
      {images.length === 0 && text !== null && <pre class="document-text">{text}</pre>}
      {images.length === 0 && text === null && <p class="no-image">The document cannot be shown here.</p>}
    </section>
  );
}

/** Returns a box that shows neither which version read the value nor whether the value equals the label. */
function withoutVersion(box: Box): Box {
  return box.kind === 'expected' ? box : { ...box, kind: 'now', outcome: 'correct' };
}
