import { useMemo } from 'preact/hooks';
import type { PacketSection, StripSegment } from '../../model/report/report-sections.ts';
import { Scroller } from '../parts/data-table.tsx';
import { useBlock, useImages, useShown } from '../state/blocks.ts';
import type { StoredImage } from '../state/report-source.ts';
import { useMaxWidth, useNarrow } from '../state/screen.ts';

type Strip = PacketSection['strips'][number];
type Segments = readonly StripSegment[];

/** For each document type, a code of up to three letters and the number of a colour in the palette. */
type TypeMarks = ReadonlyMap<string, { readonly code: string; readonly colour: number }>;

/**
 * Returns a code and a colour for each document type. The code is the shortest beginning of the type's name that is not
 * the code of another type. If every such beginning is in use, the code is a letter and a number.
 */
export function typeMarks({ strips }: PacketSection): TypeMarks {
  const segments = strips.flatMap((strip) => [strip.expected, ...strip.predicted].flatMap((of) => of ?? []));
  const types = [...new Set(segments.map(({ type }) => type))].sort();
  const used = new Set<string>();
  return new Map(
    types.map((type, number) => {
      const letters = type.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') || '?';
      const starts = [1, 2, 3].map((length) => letters.slice(0, length));
      const numbered = Array.from({ length: 99 }, (_, at) => `${letters.slice(0, 1)}${at + 2}`);
      const code = [...starts, ...numbered].find((candidate) => !used.has(candidate)) ?? '?';
      used.add(code);
      return [type, { code, colour: number % 8 }];
    }),
  );
}

/**
 * For each screen width, how many pages of a packet fit next to each other. A packet with more than `perLine` pages is
 * divided into several tables. A packet with more than `named` pages has no space for the names of types.
 */
const widths = {
  narrow: { perLine: 8, named: 0 },
  medium: { perLine: 20, named: 6 },
  wide: { perLine: 30, named: 8 },
} as const;

/** The cell of one page has space for about this many letters of the name of a type. */
const lettersPerPage = 13;

/**
 * The pages of a packet: one line for the expected documents, and below it one line for the documents of each version.
 */
export function PacketLines(props: Omit<StripTableProps, 'first' | 'last' | 'named'>) {
  const { pages } = props.strip;
  const isNarrow = useNarrow();
  const isMedium = useMaxWidth(1100);
  const { perLine, named } = widths[isNarrow ? 'narrow' : isMedium ? 'medium' : 'wide'];
  const starts = Array.from({ length: Math.ceil(pages / perLine) }, (_, at) => at * perLine + 1);
  return starts.map((first) => (
    <StripTable
      key={first}
      {...props}
      named={pages <= named}
      first={first}
      last={Math.min(pages, first + perLine - 1)}
    />
  ));
}

interface StripTableProps {
  readonly strip: Strip;
  readonly names: readonly string[];
  readonly marks: TypeMarks;
  /** Page images, shown as small pictures above the page numbers. */
  readonly pages?: readonly StoredImage[];
  /** Called to show a page. Not set if pages cannot be shown. */
  readonly onPage?: (page: number) => void;
  /** Whether there is space for the names of types. */
  readonly named: boolean;
  readonly first: number;
  readonly last: number;
}

function StripTable({
  strip,
  names,
  marks,
  pages: images = [],
  named,
  onPage,
  first,
  last,
}: StripTableProps) {
  const pages = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return (
    <table class={named ? 'strip named' : 'strip'}>
      <thead>
        <tr>
          <th scope="col">page</th>
          {pages.map((page) => (
            <th key={page} scope="col">
              <PageHeading page={page} image={images.find((image) => image.page === page)} onPage={onPage} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {['expected', ...names].map((name, line) => {
          const segments = line === 0 ? strip.expected : strip.predicted[line - 1];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              {segments == null ? (
                <td colSpan={pages.length} class="worse">
                  ✗ no result
                </td>
              ) : (
                pages.map((page) => (
                  <PageCell
                    key={page}
                    page={page}
                    segments={segments}
                    expected={line === 0 ? null : strip.expected}
                    marks={marks}
                    named={named}
                  />
                ))
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface PageHeadingProps {
  readonly page: number;
  readonly image: StoredImage | undefined;
  readonly onPage: StripTableProps['onPage'];
}

/**
 * The number of a page of the packet, below the small picture of the page. If the page can be shown, the number is a
 * button that shows the page.
 */
function PageHeading({ page, image, onPage }: PageHeadingProps) {
  if (!image) return page;
  const { address, width, height } = image;
  const content = (
    <>
      <img class="thumbnail" src={address} width={width} height={height} alt="" decoding="async" />
      {page}
    </>
  );
  if (!onPage) return content;
  return (
    <button type="button" class="show-page" aria-label={`Show page ${page}`} onClick={() => onPage(page)}>
      {content}
    </button>
  );
}

function segmentOf(segments: Segments, page: number): StripSegment | undefined {
  return segments.find(({ startPage, endPage }) => startPage <= page && page <= endPage);
}

interface PageCellProps {
  readonly page: number;
  readonly segments: Segments;
  /** The expected documents. `null` if this line itself shows the expected documents. */
  readonly expected: Segments | null;
  readonly marks: TypeMarks;
  readonly named: boolean;
}

/**
 * One page of a packet. If a document starts on the page, there is a gap before its cell. A page that belongs to no
 * document is an empty cell.
 */
function PageCell({ page, segments, expected, marks, named }: PageCellProps) {
  const segment = segmentOf(segments, page);
  if (!segment) return <td class="page-cell no-type" title={`page ${page}: in no document`} />;
  const { type, startPage, endPage } = segment;
  const starts = startPage === page;
  const right = expected && segmentOf(expected, page);
  const isCut = page > 1 && starts;
  const shouldCut = page > 1 && right?.startPage === page;
  const errors = [
    ...(expected && isCut && !shouldCut ? [['✂', 'wrong cut']] : []),
    ...(expected && !isCut && shouldCut ? [['⌒', 'missing cut']] : []),
    ...(expected && right?.type !== type ? [['✗', `wrong type, expected ${right?.type ?? 'none'}`]] : []),
  ];
  const { code, colour } = marks.get(type) ?? { code: '', colour: 0 };
  // The name of a type can extend over all cells of its document. In a cell with errors, the name must fit into one
  // cell.
  const length = errors.length > 0 ? 1 : endPage - page + 1;
  const isNamed = named && type.length + 2 * errors.length <= lettersPerPage * length;
  const words = errors.map(([, text]) => text).join(', ');
  const look = `page-cell type-${colour}${isCut ? ' boundary' : ''}${errors.length > 0 ? ' inexact' : ''}`;
  return (
    <td
      class={look}
      title={`page ${page}: ${type}, pages ${startPage} to ${endPage}${words && `: ${words}`}`}
    >
      {errors.length > 0 && (
        <>
          <span aria-hidden="true">{errors.map(([sign]) => sign).join('')} </span>
          <span class="visually-hidden">{words} </span>
        </>
      )}
      {(starts || errors.length > 0) && (isNamed ? type : <abbr title={type}>{code}</abbr>)}
    </td>
  );
}

/** The lines of one packet with its page images, which are loaded when the packet is shown. */
export function PacketWithPages({
  strip,
  names,
  marks,
}: Omit<StripTableProps, 'first' | 'last' | 'pages' | 'named'>) {
  const index = useBlock('index');
  const item = useMemo(() => index?.ids.indexOf(strip.itemId) ?? -1, [index, strip]);
  const position = index?.positions?.[item] ?? item;
  const shown = useShown(position);
  const pages = useImages(position, 'images' in shown ? shown.images : 0);
  return <PacketLines strip={strip} names={names} marks={marks} pages={pages} />;
}

/**
 * The lines of one packet, as the view of its document shows them. Renders nothing if the report does not contain the
 * packet.
 */
export function PacketOf(props: {
  itemId: string;
  names: readonly string[];
  pages: readonly StoredImage[];
  onPage: (page: number) => void;
}) {
  const { itemId, ...shown } = props;
  const block = useBlock('packets');
  const strip = block?.strips.find((entry) => entry.itemId === itemId);
  if (!block || !strip) return null;
  return (
    <Scroller look="packet scroller" label="Pages of the packet">
      <PacketLines strip={strip} {...shown} marks={typeMarks(block)} />
    </Scroller>
  );
}
