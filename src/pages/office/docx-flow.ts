import type { Flow } from '../flow/flow.ts';
import { FlowBuilder } from '../flow/flow-builder.ts';
import { FlowReader } from '../flow/flow-reader.ts';
import { readXml } from '../flow/xml-events.ts';
import { corrupt, empty } from '../input/document-errors.ts';
import { DocxBody } from './docx-body.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { DocxStyles } from './docx-styles.ts';
import { linksOf, relationshipsOf, withoutPrefix } from './package-parts.ts';
import { ZipArchive } from './zip-archive.ts';

export interface DocxFlow {
  readonly flow: Flow;
  /** Whether the file stores where each page ends. If `false`, the pages come only from explicit page breaks. */
  readonly pagesAreKnown: boolean;
}

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the text of a Word document: headers, body, notes and footers. Omits deleted text and hidden text. Of a
 * picture, returns only the alternative text.
 */
export async function docxFlow(bytes: Uint8Array, file: string): Promise<DocxFlow> {
  const archive = new ZipArchive(bytes, file, 'DOCX');
  const root = [...(await relationshipsOf(archive, '', { file, type: 'DOCX' })).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  const body = archive.read(part);
  if (body === undefined) throw corrupt(file, 'DOCX', 'it has no main part');
  const related = [...(await relationshipsOf(archive, part, { file, type: 'DOCX' })).values()];
  const parts = (type: string): Part[] =>
    related
      .filter((one) => one.type === type)
      .flatMap(({ target }) => {
        const bytes = archive.read(target);
        return bytes === undefined ? [] : { name: target, bytes };
      });
  const styles = new DocxStyles();
  const numbering = new DocxNumbering();
  for (const { bytes } of parts('styles')) await styles.read(bytes, file);
  for (const { bytes } of parts('numbering')) await numbering.read(bytes, file);
  const flow = new FlowBuilder(file);
  const reader = new FlowReader(flow, file, { keepsTabs: true });
  let pagesAreKnown = false;
  const read = async ({ name, bytes }: Part): Promise<void> => {
    const links = await linksOf(archive, name, { file, type: 'DOCX' });
    const story = new DocxBody(reader, styles, numbering, links);
    await readXml(bytes, { file, type: 'DOCX' }, story);
    pagesAreKnown ||= story.pagesAreKnown;
  };
  for (const header of await distinct(parts('header'), file)) await read(header);
  await read({ name: part, bytes: body });
  for (const notes of [...parts('footnotes'), ...parts('endnotes')]) await read(notes);
  for (const footer of await distinct(parts('footer'), file)) await read(footer);
  reader.finish();
  const made = flow.finish();
  if (made.pages.length === 0)
    throw empty(file, 'the document has no text; images in it are not read, so store it as PDF');
  return { flow: made, pagesAreKnown };
}

/**
 * Drops each part with the same text as an earlier part. The headers of first, odd and even pages are often
 * equal.
 */
async function distinct(parts: readonly Part[], file: string): Promise<Part[]> {
  const seen = new Set<string>();
  const kept: Part[] = [];
  for (const part of parts) {
    let text = '';
    let inText = false;
    await readXml(
      part.bytes,
      { file, type: 'DOCX' },
      {
        open: (name) => {
          inText = withoutPrefix(name) === 't';
        },
        close: () => {
          inText = false;
        },
        text: (piece) => {
          if (inText) text += piece;
        },
      },
    );
    if (!seen.has(text)) kept.push(part);
    seen.add(text);
  }
  return kept;
}
