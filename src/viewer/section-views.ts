import type { SectionView } from './state/blocks.ts';

// The build writes this file as a separate script. The page runs it when the first section after the summary is opened.

export { DocumentView } from './documents/document-view.tsx';

/**
 * The component of each section, by the name of the section. The build replaces the call of `glob` by imports.
 */
export const sectionViews = new Map(
  Object.values(
    import.meta.glob<SectionView>('./sections/*-section.tsx', { eager: true, import: 'view' }),
  ).map(({ name, View }) => [name, View]),
);
