import type { FoundValue, Span } from '../candidates/candidate.ts';
import type { LabelledLayout } from '../candidates/labelled-values.ts';
import type { Segment } from '../layout/text-layout.ts';
import { addressEnd, cleanName, type LineTraits, traitsOf } from './line-traits.ts';

export type PartyRole = 'seller' | 'buyer' | 'ship_to';

/** Words such as `From` and `To`, which label a party if they are alone on a line. */
export const partyWords: ReadonlyMap<string, PartyRole> = new Map([
  ['from', 'seller'],
  ['von', 'seller'],
  ['absender', 'seller'],
  ['sender', 'seller'],
  ['to', 'buyer'],
  ['an', 'buyer'],
]);

/** A party named in the document. Each possible role has a score of at most about 1.3. */
export interface Party {
  readonly roles: Readonly<Partial<Record<PartyRole, number>>>;
  readonly name: FoundValue | undefined;
  readonly address: FoundValue | undefined;
  readonly reason: string;
  readonly labelled: boolean;
}

/** The lines of a document with their features (`LineTraits`), which are computed on first use. */
export class PartyLines {
  readonly labelled: LabelledLayout;
  readonly #traits = new Map<number, LineTraits>();
  #firstPage: readonly Segment[] | undefined;

  constructor(labelled: LabelledLayout) {
    this.labelled = labelled;
  }

  traits(segment: Segment): LineTraits {
    let traits = this.#traits.get(segment.id);
    if (traits === undefined) {
      traits = traitsOf(segment.text);
      this.#traits.set(segment.id, traits);
    }
    return traits;
  }

  /** First 600 text segments of the first page. */
  get firstPage(): readonly Segment[] {
    const first = this.labelled.layout.pages[0];
    this.#firstPage ??= this.labelled.layout.segments
      .filter((segment) => segment.page === first)
      .slice(0, 600);
    return this.#firstPage;
  }
}

/** A line with only a form of address, such as `Herrn` or `Mrs`. Such a line starts the address of the recipient. */
export const formOfAddress =
  /^\W*(?:herrn?|frau|familie|mr|mrs|ms|miss|messrs|dr|monsieur|madame|mme|señora?|sr|sra|signora?|dhr|mevr)[.\s]*$/iu;

export function nameValue(segment: Segment): FoundValue {
  const { start, end } = cleanName(segment.text);
  return { spans: [{ segment, start, end }], text: segment.text.slice(start, end) };
}

/** Joins two lines into one name. */
export function joinedNames(first: FoundValue, second: FoundValue): FoundValue {
  return { spans: [...first.spans, ...second.spans], text: `${first.text} ${second.text}` };
}

/** Joins lines into one address. Returns `undefined` if there are no lines. */
export function addressValue(segments: readonly Segment[]): FoundValue | undefined {
  if (segments.length === 0) return undefined;
  const spans: Span[] = segments.map((segment) => ({ segment, start: 0, end: addressEnd(segment.text) }));
  const text = spans.map((span) => span.segment.text.slice(0, span.end).trim()).join(' ');
  return { spans, text: text.replace(/^[\s,;:]+|[\s;:]+$/g, '') };
}
