import type { ComponentChildren } from 'preact';
import { formatNumber } from '../blocks/format-measurement.ts';
import { imageAbsence, type OmittedContent } from '../blocks/report-blocks.ts';

/**
 * Returns why a document has no image, and the command that adds images if there is one. For `images`, see
 * `PlacesBlock.images`.
 */
export function imageAbsenceText(images: number, omitted: OmittedContent): ComponentChildren {
  switch (imageAbsence[-images]) {
    case 'budget':
      return (
        <>
          No image: the page images of this file are limited to{' '}
          {formatNumber(omitted.images.budgetBytes / 1e6)} MB. <Command images="crops" /> stores only the
          places of wrong values, so it has room for more documents.
        </>
      );
    case 'right':
      return 'No image: the document is right in every version. Only documents with errors have images.';
    case 'light':
      return (
        <>
          No image: this file was written without page images. <Command images="all" /> adds them.
        </>
      );
    case 'unreadable':
      return (
        <>
          No image: the document was not found or could not be opened when the report was written. Restore the
          file, then write the report again: <Command />
        </>
      );
    default:
      return 'No image: the dataset names this document by an address or an id, so the report has no file to draw.';
  }
}

function Command({ images }: { images?: string }) {
  return <code>goldset report RECORD{images && ` --images ${images}`}</code>;
}
