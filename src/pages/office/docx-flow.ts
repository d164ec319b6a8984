import type { Flow } from '../flow/flow.ts';
import { FlowBuilder } from '../flow/flow-builder.ts';
import { FlowReader } from '../flow/flow-reader.ts';
import { readXml } from '../flow/xml-events.ts';
import { corrupt, empty } from '../input/document-errors.ts';
import { DocxBody } from './docx-body.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { DocxStyles } from './docx-styles.ts';
import { relationshipsOf, withoutPrefix } from './package-parts.ts';
import { ZipArchive } from './zip-archive.ts';

export interface DocxFlow {
  readonly flow: Flow;
  /** Whether the file records the end of each page. Otherwise, only explicit page breaks are known. */
  readonly pagesAreKnown: boolean;
}

/**
 * Returns the text of a Word document: headers, body, notes and footers. Omits deleted text, hidden text and
 * pictures.
 */
export async function docxFlow(bytes: Uint8Array, file: string): Promise<DocxFlow> {
  const archive = new ZipArchive(bytes, file, 'DOCX');
  const root = [...(await relationshipsOf(archive, '', { file, type: 'DOCX' })).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'word/document.xml';
  const body = archive.read(part);
  if (body === undefined) throw corrupt(file, 'DOCX', 'it has no main part');
  const related = [...(await relationshipsOf(archive, part, { file, type: 'DOCX' })).values()];
  const parts = (type: string): Buffer[] =>
    related.filter((one) => one.type === type).flatMap(({ target }) => archive.read(target) ?? []);
  const styles = new DocxStyles();
  const numbering = new DocxNumbering();
  for (const bytes of parts('styles')) await styles.read(bytes, file);
  for (const bytes of parts('numbering')) await numbering.read(bytes, file);
  const flow = new FlowBuilder(file);
  const reader = new FlowReader(flow, file, { keepsTabs: true });
  let pagesAreKnown = false;
  const read = async (bytes: Uint8Array): Promise<void> => {
    const story = new DocxBody(reader, styles, numbering);
    await readXml(bytes, { file, type: 'DOCX' }, story);
    pagesAreKnown ||= story.pagesAreKnown;
  };
  for (const bytes of await distinct(parts('header'), file)) await read(bytes);
  await read(body);
  for (const bytes of [...parts('footnotes'), ...parts('endnotes')]) await read(bytes);
  for (const bytes of await distinct(parts('footer'), file)) await read(bytes);
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
async function distinct(parts: readonly Buffer[], file: string): Promise<Buffer[]> {
  const seen = new Set<string>();
  const kept: Buffer[] = [];
  for (const bytes of parts) {
    let text = '';
    let inText = false;
    await readXml(
      bytes,
      { file, type: 'DOCX' },
      {
        open: (name) => {
          inText = withoutPrefix(name) === 't';
        },
        close: () => {
          inText = false;
        },
        text: (part) => {
          if (inText) text += part;
        },
      },
    );
    if (!seen.has(text)) kept.push(bytes);
    seen.add(text);
  }
  return kept;
}
