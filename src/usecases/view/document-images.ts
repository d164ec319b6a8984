import { filePageImages } from '../../report/html/file-page-images.ts';
import { readContent } from '../../report/html/page-images.ts';
import type { DocumentPages } from './open-report.ts';

/**
 * Draws the pages of a document file, at most 12. For a text file, returns its text. Returns `null` if the file cannot
 * be opened.
 */
export async function documentImages(file: string, name: string): Promise<DocumentPages> {
  const document = { kind: 'file' as const, path: file };
  const row = {
    position: 0,
    itemId: name,
    name,
    tags: {},
    change: null,
    versions: [],
    expected: null,
    document,
  };
  const content = await readContent(filePageImages('all'), row);
  return content === null || typeof content === 'string' ? content : content.images;
}
