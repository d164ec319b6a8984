import type { PacketSection, StripSegment } from '../../model/report/report-sections.ts';
import { useBlock } from '../state/blocks.ts';

interface TypeMark {
  readonly letter: string;
  /** Number of a colour of the palette. */
  readonly colour: number;
}

/** Returns a letter and a colour per type. The letter is the first one of the name that no earlier type has. */
export function typeLetters(types: readonly string[]): ReadonlyMap<string, TypeMark> {
  const taken = new Set<string>();
  return new Map(
    types.map((type, number) => {
      const letters = [
        ...type.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''),
        ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789',
      ];
      const letter = letters.find((candidate) => !taken.has(candidate)) ?? '?';
      taken.add(letter);
      return [type, { letter, colour: number % 8 }];
    }),
  );
}

/** The pages of a packet as cells. A gap is a boundary, and a page in no segment is an empty cell. */
function PacketStrip(props: {
  segments: readonly StripSegment[];
  pages: number;
  letters: ReadonlyMap<string, TypeMark>;
  missWord: string;
}) {
  const { segments, pages, letters, missWord } = props;
  return (
    <span class="strip">
      {Array.from({ length: pages }, (_, index) => {
        const page = index + 1;
        const segment = segments.find((part) => part.startPage <= page && page <= part.endPage);
        if (!segment)
          return <span key={page} class="page-cell no-type" title={`page ${page}: in no document`} />;
        const mark = letters.get(segment.type);
        const starts = segment.startPage === page;
        const words = `${segment.type}, pages ${segment.startPage} to ${segment.endPage}${segment.exact ? '' : `: ${missWord}`}`;
        return (
          <span
            key={page}
            class={`page-cell type-${mark?.colour ?? 0}${starts && page > 1 ? ' boundary' : ''}${segment.exact ? '' : ' inexact'}`}
            title={`page ${page}: ${words}`}
          >
            {starts ? mark?.letter : ''}
            {starts && !segment.exact && <span aria-hidden="true">✗</span>}
            {starts && <span class="visually-hidden">{words}; </span>}
          </span>
        );
      })}
    </span>
  );
}

type Letters = ReadonlyMap<string, TypeMark>;

/** A packet as strips of pages: the expected segments, and below them those of each version. */
export function PacketLines(props: {
  strip: PacketSection['strips'][number];
  names: readonly string[];
  letters: Letters;
}) {
  const { strip, names, letters } = props;
  return (
    <dl>
      <StripLine
        label="expected"
        segments={strip.expected}
        pages={strip.pages}
        letters={letters}
        missWord="missed"
      />
      {strip.predicted.map((segments, number) => (
        <StripLine
          key={number}
          label={names[number] ?? ''}
          segments={segments}
          pages={strip.pages}
          letters={letters}
          missWord="spurious"
        />
      ))}
    </dl>
  );
}

/** The strips of one packet in the view of its document. Renders nothing if the report does not show the packet. */
export function PacketOf({ itemId, names }: { itemId: string; names: readonly string[] }) {
  const block = useBlock('packets');
  const strip = block?.strips.find((entry) => entry.itemId === itemId);
  if (!block || !strip) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class="packet scroller" tabIndex={0} aria-label="Pages of the packet">
      <PacketLines strip={strip} names={names} letters={typeLetters(packetTypes(block))} />
    </section>
  );
}

/** Returns the types of all segments of the shown packets, sorted. */
export function packetTypes(section: PacketSection): string[] {
  const segments = section.strips.flatMap((strip) => [
    ...strip.expected,
    ...strip.predicted.flatMap((parts) => parts ?? []),
  ]);
  return [...new Set(segments.map((segment) => segment.type))].sort();
}

function StripLine(props: {
  label: string;
  segments: readonly StripSegment[] | null;
  pages: number;
  letters: Letters;
  missWord: string;
}) {
  return (
    <div class="strip-line">
      <dt>{props.label}</dt>
      <dd>
        {props.segments === null ? (
          <span class="worse">✗ no output</span>
        ) : (
          <PacketStrip
            segments={props.segments}
            pages={props.pages}
            letters={props.letters}
            missWord={props.missWord}
          />
        )}
      </dd>
    </div>
  );
}
