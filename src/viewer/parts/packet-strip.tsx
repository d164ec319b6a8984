import type { PacketSection } from '../../model/report/report-sections.ts';
import { useBlock } from '../state/blocks.ts';
import { Scroller } from './data-table.tsx';

/** Letter of a document type, and the number of its colour in the palette. */
type TypeMarks = ReadonlyMap<string, { readonly letter: string; readonly colour: number }>;

/**
 * Returns a letter and a colour per document type. The letter is the first unused letter of the name, or of
 * the alphabet if all letters of the name are used.
 */
export function typeMarks({ strips }: PacketSection): TypeMarks {
  const segments = strips.flatMap((strip) => [strip.expected, ...strip.predicted].flatMap((of) => of ?? []));
  const types = [...new Set(segments.map(({ type }) => type))].sort();
  const used = new Set<string>();
  return new Map(
    types.map((type, number) => {
      const letters = [
        ...type.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''),
        ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789',
      ];
      const letter = letters.find((candidate) => !used.has(candidate)) ?? '?';
      used.add(letter);
      return [type, { letter, colour: number % 8 }];
    }),
  );
}

/** The pages of a packet as strips: the expected segments, and below them the segments of each version. */
export function PacketLines(props: {
  strip: PacketSection['strips'][number];
  names: readonly string[];
  marks: TypeMarks;
}) {
  const { strip, names, marks } = props;
  return (
    <dl>
      {['expected', ...names].map((name, line) => {
        const segments = line === 0 ? strip.expected : strip.predicted[line - 1];
        return (
          <div key={name} class="strip-line">
            <dt>{name}</dt>
            <dd>
              {segments ? (
                <span class="strip">
                  {Array.from({ length: strip.pages }, (_, index) => (
                    <PageCell
                      key={index}
                      page={index + 1}
                      segment={segments.find((of) => of.startPage <= index + 1 && index < of.endPage)}
                      marks={marks}
                      inexactLabel={line === 0 ? 'missed' : 'spurious'}
                    />
                  ))}
                </span>
              ) : (
                <span class="worse">✗ no output</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** One page of a packet. A gap before it marks a boundary. A page in no segment is an empty cell. */
function PageCell(props: {
  page: number;
  segment: PacketSection['strips'][number]['expected'][number] | undefined;
  marks: TypeMarks;
  inexactLabel: string;
}) {
  const { page, segment, marks, inexactLabel } = props;
  if (!segment) return <span class="page-cell no-type" title={`page ${page}: in no document`} />;
  const { type, startPage, endPage, exact } = segment;
  const { letter, colour } = marks.get(type) ?? { letter: '', colour: 0 };
  const starts = startPage === page;
  const label = `${type}, pages ${startPage} to ${endPage}${exact ? '' : `: ${inexactLabel}`}`;
  const look = `type-${colour}${starts && page > 1 ? ' boundary' : ''}${exact ? '' : ' inexact'}`;
  return (
    <span class={`page-cell ${look}`} title={`page ${page}: ${label}`}>
      {starts && letter}
      {starts && !exact && <span aria-hidden="true">✗</span>}
      {starts && <span class="visually-hidden">{label}; </span>}
    </span>
  );
}

/** The strips of one packet, in the view of its document. Renders nothing if the report omits the packet. */
export function PacketOf({ itemId, names }: { itemId: string; names: readonly string[] }) {
  const block = useBlock('packets');
  const strip = block?.strips.find((entry) => entry.itemId === itemId);
  if (!block || !strip) return null;
  return (
    <Scroller look="packet scroller" label="Pages of the packet">
      <PacketLines strip={strip} names={names} marks={typeMarks(block)} />
    </Scroller>
  );
}
