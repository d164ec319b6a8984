import type { StripSegment } from '../../model/report/report-model.ts';

export interface TypeMark {
  readonly letter: string;
  /** Number of a colour of the palette. */
  readonly colour: number;
}

/** A letter and a colour for each type: the first letter of its name that is still free. */
export function typeLetters(types: readonly string[]): ReadonlyMap<string, TypeMark> {
  const taken = new Set<string>();
  return new Map(
    types.map((type, number) => {
      const letters = [
        ...type.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''),
        ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789',
      ];
      const letter = letters.find((sign) => !taken.has(sign)) ?? '?';
      taken.add(letter);
      return [type, { letter, colour: number % 8 }];
    }),
  );
}

/** The pages of a packet as cells; a gap is a boundary, pages in no document are empty cells. */
export function PacketStrip(props: {
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
