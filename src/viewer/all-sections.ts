import { type SectionName, type sectionGroups, sections } from '../model/report/report-sections.ts';
import type { Blocks } from './blocks/report-blocks.ts';

/** A section of the report. Its component is in `section-views.ts`. */
export interface Section {
  readonly name: SectionName;
  readonly label: string;
  readonly group: keyof typeof sectionGroups;
  readonly block: keyof Blocks;
  readonly firstRepeat?: boolean;
  readonly formerly?: readonly string[];
}

/** All sections, in the order of the navigation. */
export const allSections: readonly Section[] = Object.entries(sections).map(([name, section]) => ({
  name: name as SectionName,
  block: name as keyof Blocks,
  ...section,
}));

/**
 * Returns the section with this address. If there is none, returns the first section that had this address in earlier
 * versions of goldset. Returns `undefined` if the address is unknown.
 */
export function findSection(offered: readonly Section[], address: string): Section | undefined {
  return (
    offered.find(({ name }) => name === address) ??
    offered.find(({ formerly }) => formerly?.includes(address))
  );
}
