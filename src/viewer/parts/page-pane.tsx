import { useEffect, useRef } from 'preact/hooks';
import type { Citation } from '../../model/processor/output.ts';
import { formatNumber } from '../blocks/format-measurement.ts';
import { type ImageAbsence, imageAbsence, type OmittedContent } from '../blocks/report-blocks.ts';
import { useImages } from '../state/blocks.ts';
import type { StoredImage } from '../state/report-source.ts';

export interface Box {
  readonly path: string;
  readonly label: string;
  readonly look: string;
  readonly citation: Citation;
}

/** The pages of a document, with boxes at the places of the predicted values. */
export function PagePane(props: {
  position: number;
  images: number;
  text: string | undefined;
  boxes: readonly Box[];
  active: string | null;
  /** Page of the selected value; `null` if its place is unknown. */
  activePage: number | null;
  onTie: (path: string | null) => void;
  omitted: OmittedContent;
}) {
  const { position, images, text, boxes, active, activePage } = props;
  const pane = useRef<HTMLElement>(null);
  const pages = useImages(position, images);
  useEffect(() => {
    if (active === null) return;
    // Compare the boxes one by one, because a path from the data may be an invalid CSS selector.
    const box = [...(pane.current?.querySelectorAll('[data-path]') ?? [])].find(
      (element) => (element as SVGElement).dataset.path === active,
    );
    const frame = pane.current;
    // Without a box of the shown version, the view shows the page of the value.
    const target = box ?? frame?.querySelector(`[data-page="${activePage ?? ''}"]`);
    if (!target || !frame) return;
    const place = target.getBoundingClientRect();
    const view = frame.getBoundingClientRect();
    const isOutside = box
      ? place.top < view.top || place.bottom > view.bottom
      : place.bottom < view.top || place.top > view.bottom;
    if (isOutside) {
      frame.scrollBy({ top: place.top - view.top - view.height / 3 });
    }
  }, [active, activePage]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="pages" ref={pane} tabIndex={0} aria-label="Pages">
      <p class="position-unknown" role="status">
        {active !== null && activePage === null && pages.length > 0 && 'no position known'}
      </p>
      {pages.map((page) => (
        <PageWithBoxes key={page.page} page={page} boxes={boxes} active={active} onTie={props.onTie} />
      ))}
      {pages.length === 0 && text !== undefined && <pre class="document-text">{text}</pre>}
      {pages.length === 0 && text === undefined && (
        <p class="no-image">{absenceText(imageAbsence[-images] ?? 'none', props.omitted)}</p>
      )}
    </section>
  );
}

function absenceText(absence: ImageAbsence, { images }: OmittedContent): string {
  if (absence === 'budget')
    return `Image left out: over the budget of ${formatNumber(images.budgetBytes / 1e6)} MB for page images in this file.`;
  if (absence === 'right')
    return 'Image left out: right in every version. Only changed and wrong documents have images.';
  if (absence === 'light')
    return 'This file was written without page images. `goldset report RECORD --images all` adds them.';
  return absence === 'unreadable'
    ? 'No image: the document could not be opened when the report was written.'
    : 'No image of this document.';
}

function PageWithBoxes(props: {
  page: StoredImage;
  boxes: readonly Box[];
  active: string | null;
  onTie: (path: string | null) => void;
}) {
  const { page, boxes, active } = props;
  const here = boxes.filter((box) => (box.citation.page ?? 1) === page.page && box.citation.polygon?.length);
  return (
    <figure class="page" data-page={page.page}>
      <img src={page.address} width={page.width} height={page.height} alt={`Page ${page.page}`} />
      <svg class="boxes" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {here.map((box, number) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard selects the same box through the field
          <polygon
            key={number}
            data-path={box.path}
            class={`${box.look}${box.path === active ? ' active' : ''}`}
            points={unitPoints(box.citation)}
            onMouseEnter={() => props.onTie(box.path)}
            onMouseLeave={() => props.onTie(null)}
          >
            <title>{box.label}</title>
          </polygon>
        ))}
      </svg>
      <figcaption class="visually-hidden">Page {page.page}</figcaption>
    </figure>
  );
}

/** Returns the corners of a box as shares of the page size, which fit an image of any size. */
function unitPoints(citation: Citation): string {
  const width = citation.pageWidth || 1;
  const height = citation.pageHeight || 1;
  return (citation.polygon ?? []).map(({ x, y }) => `${x / width},${y / height}`).join(' ');
}
