import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Box, type BoxKind, boxKinds, widen } from '../state/document-places.ts';
import { useKeys } from '../state/keys.ts';
import type { StoredImage } from '../state/report-source.ts';
import type { TextPiece } from '../state/text-marks.ts';

interface PagePaneProps {
  readonly pages: readonly StoredImage[];
  /** Text of a document without pages. `undefined` for other documents. */
  readonly text: readonly TextPiece[] | undefined;
  /** What to show if the document has neither pages nor text. */
  readonly absence: ComponentChildren;
  /** Shown above the pages. */
  readonly note?: ComponentChildren;
  readonly boxes: readonly Box[];
  /** Name of each kind of box in the legend. The legend omits kinds without a name. */
  readonly kinds: Readonly<Partial<Record<BoxKind, string>>>;
  /** Key of the value that is outlined. */
  readonly active: string | null;
  /** Page of the outlined value. `null` if the place of the value is unknown. */
  readonly activePage: number | null;
  /** Page of the document to show. To show the same page again, set a new object. */
  readonly asked: { readonly page: number } | null;
  readonly onHover: (key: string | null) => void;
  readonly onSelect: (key: string) => void;
  /** Called with the number of the page in the middle of the pane, at first and after each change. */
  readonly onPage: (page: number) => void;
}

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4];
const fit = 1;

/** The pages of a document, with boxes at the places of the values. A document without pages is shown as text. */
export function PagePane(props: PagePaneProps) {
  const { pages, text, boxes, kinds, active, activePage, asked } = props;
  const pane = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(fit);
  const [turns, setTurns] = useState(0);
  const [page, setPage] = useState(1);
  const [areHidden, setHidden] = useState(false);
  const [only, setOnly] = useState<BoxKind | null>(null);
  const number = pages[page - 1]?.page ?? 1;
  const used = boxKinds.filter((kind) => kinds[kind] !== undefined);
  const isShown = (kind: BoxKind) => !areHidden && (only === null || only === kind || kind === 'expected');
  const shown = useMemo(
    () => boxes.filter(({ kind, isSettled }) => isShown(kind) && !(only === null && isSettled)),
    [boxes, areHidden, only],
  );

  const step = (by: number) => setZoom((now) => zooms[zooms.indexOf(now) + by] ?? now);
  const show = (next: number) => {
    const frame = pane.current;
    const target = frame?.querySelectorAll('.page')[next - 1];
    if (frame && target)
      frame.scrollTop += target.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  };
  const follow = () => pane.current && setPage(pageInMiddle(pane.current));
  const cycle = () => {
    setHidden(false);
    setOnly(only === null ? 'now' : only === 'now' && kinds.before !== undefined ? 'before' : null);
  };
  useKeys({
    '[': () => show(page - 1),
    ']': () => show(page + 1),
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom(fit),
    b: () => setHidden(!areHidden),
    v: cycle,
  });

  useEffect(() => props.onPage(number), [number]);
  useEffect(() => {
    if (asked !== null) show(pages.findIndex((image) => image.page === asked.page) + 1);
  }, [asked]);
  useEffect(() => {
    if (active !== null) centre(pane.current, active, activePage);
  }, [active, activePage, pages]);
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const frame = pane.current;
    const ratio = zoom / before.current;
    before.current = zoom;
    if (!frame || ratio === 1) return;
    // After a change of the zoom, the same point of the page stays in the centre of the pane.
    frame.scrollTop = (frame.scrollTop + frame.clientHeight / 2) * ratio - frame.clientHeight / 2;
    frame.scrollLeft = (frame.scrollLeft + frame.clientWidth / 2) * ratio - frame.clientWidth / 2;
  }, [zoom]);

  return (
    <div class="page-pane">
      {pages.length > 0 && (
        <p class="page-tools">
          {pages.length > 1 && <Tool name="Previous page" sign="‹" onPress={() => show(page - 1)} />}
          <span role="status">
            page {number}
            {pages.length === pages.at(-1)?.page && ` of ${pages.length}`}
          </span>
          {pages.length > 1 && <Tool name="Next page" sign="›" onPress={() => show(page + 1)} />}
          <Tool name="Zoom out" sign="−" onPress={() => step(-1)} />
          <Tool name="Zoom in" sign="+" onPress={() => step(1)} />
          <Tool name="Fit the page" sign="fit" onPress={() => setZoom(fit)} />
          <Tool name="Rotate the page" sign="rotate" onPress={() => setTurns((turns + 1) % 4)} />
        </p>
      )}
      {(boxes.length > 0 && pages.length > 0) || text ? (
        <p class="page-tools box-legend">
          <span>{text ? 'marks' : 'boxes'}</span>
          {used.map((kind) => (
            <button
              key={kind}
              type="button"
              class="save"
              aria-pressed={isShown(kind)}
              onClick={() => {
                setHidden(false);
                setOnly(kind === 'expected' || only === kind ? null : kind);
              }}
            >
              <i class={kind} /> {kinds[kind]}
            </button>
          ))}
          <Tool name="Hide the boxes" sign="hide" pressed={areHidden} onPress={() => setHidden(!areHidden)} />
        </p>
      ) : null}
      {props.note && <p class="quiet">{props.note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section class="pages" ref={pane} tabIndex={0} aria-label="Pages" onScroll={follow}>
        <p class="position-unknown" role="status">
          {active !== null && activePage === null && pages.length > 0 && 'no position known'}
        </p>
        {pages.map((image) => (
          <PageWithBoxes {...props} key={image.page} page={image} boxes={shown} zoom={zoom} turns={turns} />
        ))}
        {pages.length === 0 && text && <DocumentText {...props} text={text} isShown={isShown} />}
        {pages.length === 0 && !text && <p class="no-image">{props.absence}</p>}
      </section>
    </div>
  );
}

function Tool(props: { name: string; sign: string; pressed?: boolean; onPress: () => void }) {
  const { name, sign, pressed, onPress } = props;
  return (
    <button
      type="button"
      class="save"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {sign}
    </button>
  );
}

function pageInMiddle(frame: HTMLElement): number {
  const { top, height } = frame.getBoundingClientRect();
  const pages = [...frame.querySelectorAll('.page')];
  return Math.max(1, pages.filter((page) => page.getBoundingClientRect().top <= top + height / 2).length);
}

/**
 * Scrolls the pane until the box of a value is in the middle, unless the whole box is visible. If the value has no box,
 * scrolls to the page of the value, unless a part of the page is visible.
 */
function centre(frame: HTMLElement | null, key: string, page: number | null): void {
  if (!frame) return;
  // Keys are compared one by one, because a key from the data may not be a valid CSS selector.
  const box = [...frame.querySelectorAll<HTMLElement>('[data-key]')].find(
    ({ dataset }) => dataset.key === key,
  );
  const target = box ?? frame.querySelector(`[data-page="${page ?? ''}"]`);
  if (!target) return;
  const place = target.getBoundingClientRect();
  const view = frame.getBoundingClientRect();
  if (!box) {
    if (place.bottom < view.top || place.top > view.bottom) frame.scrollTop += place.top - view.top;
    return;
  }
  if (place.top < view.top || place.bottom > view.bottom)
    frame.scrollTop += (place.top + place.bottom - view.top - view.bottom) / 2;
  if (place.left < view.left || place.right > view.right)
    frame.scrollLeft += (place.left + place.right - view.left - view.right) / 2;
}

type Marked = Pick<PagePaneProps, 'active' | 'onHover' | 'onSelect'>;

/**
 * Boxes of each kind are drawn larger by this many pixels of the page image on each side. Boxes of different kinds at
 * the same place therefore do not hide each other.
 */
const distances: Record<BoxKind, number> = { now: 0, before: 4, expected: 8 };

interface PageProps extends Marked {
  readonly page: StoredImage;
  readonly boxes: readonly Box[];
  readonly zoom: number;
  readonly turns: number;
}

function PageWithBoxes({ page, boxes, zoom, turns, ...marked }: PageProps) {
  const { width, height } = page;
  const isAcross = turns % 2 === 1;
  return (
    <figure
      class="page"
      data-page={page.page}
      style={{
        '--zoom': zoom,
        aspectRatio: isAcross ? `${height} / ${width}` : `${width} / ${height}`,
      }}
    >
      <div
        class="sheet"
        style={{
          width: isAcross ? `${(100 * width) / height}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${90 * turns}deg)`,
        }}
      >
        <img src={page.address} width={width} height={height} alt={`Page ${page.page}`} />
        <svg class="boxes" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {boxes.map(
            (box, number) =>
              box.page === page.page && (
                <polygon
                  key={number}
                  points={widen(box.corners, distances[box.kind], page).join(' ')}
                  {...markProps(box, marked)}
                />
              ),
          )}
        </svg>
      </div>
      <figcaption class="visually-hidden">Page {page.page}</figcaption>
    </figure>
  );
}

/** Returns the attributes of a mark on a page or in a text. */
function markProps(
  { key, kind, outcome }: Pick<Box, 'key' | 'kind' | 'outcome'>,
  { active, onHover, onSelect }: Marked,
) {
  return {
    'data-key': key,
    class: `${kind} ${outcome}${key === active ? ' active' : ''}`,
    onMouseEnter: () => onHover(key),
    onMouseLeave: () => onHover(null),
    onClick: () => onSelect(key),
  };
}

interface TextProps extends Marked {
  readonly text: readonly TextPiece[];
  readonly isShown: (kind: BoxKind) => boolean;
}

function DocumentText({ text, isShown, ...marked }: TextProps) {
  return (
    <pre class="document-text">
      {text.map((piece, number) =>
        piece.mark && isShown(piece.mark.kind) ? (
          <mark key={number} {...markProps(piece.mark, marked)}>
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </pre>
  );
}
