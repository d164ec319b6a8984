import { sections } from '../model/report/report-sections.ts';
import type { Section } from './state/blocks.ts';

const names = Object.keys(sections);

/**
 * The views in the folder `sections`, in the order of the navigation. The build replaces the call of `glob` by imports.
 */
export const allSections = Object.values(
  import.meta.glob<Section>('./sections/*-section.tsx', { eager: true, import: 'view' }),
).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));

/**
 * Returns the section with this address. If there is none, returns the first section that had this address in earlier
 * versions. Returns `undefined` if the address is unknown.
 */
export function findSection(offered: readonly Section[], address: string): Section | undefined {
  return (
    offered.find(({ name }) => name === address) ??
    offered.find(({ formerly }) => formerly?.includes(address))
  );
}
