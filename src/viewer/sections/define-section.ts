import type { ComponentChildren } from 'preact';
import type { Blocks, HeadBlock } from '../blocks/report-blocks.ts';
import type { Address } from '../state/address.ts';

export interface ViewProps<Data> {
  readonly head: HeadBlock;
  readonly address: Address;
  /** The decoded block of the section. */
  readonly data: Data;
}

/** A section of the page. The file of a section exports it as `section`; the build finds it by the name `*-section.tsx`. */
export interface Section<Name extends keyof Blocks = keyof Blocks> {
  /** Name in the address. `HeadBlock.sections` lists the sections that a report has. */
  readonly name: string;
  /** Name in the navigation. */
  readonly label: string;
  /** Place in the navigation. */
  readonly order: number;
  /** Whether the section shows values, counts or times of single documents. These come from the first repeat. */
  readonly firstRepeat?: boolean;
  /** Block that `View` shows. */
  readonly block: Name;
  readonly View: (props: ViewProps<Blocks[Name]>) => ComponentChildren;
}

/** Declares a section. */
export function defineSection<const Name extends keyof Blocks>(section: Section<Name>): Section {
  // The page calls a view only with the data of its block.
  return section as unknown as Section;
}
