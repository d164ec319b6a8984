import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../../../../src/model/processor/processor-config.ts';
import type { ParsedDocument } from '../../../../../../../src/service/engines/parsed-document.ts';
import { extract, text, textDocument } from '../../../../../../fixtures/documents/text-document.ts';

/** Returns the document with the words of some lines in larger type. */
function withLargeLines(document: ParsedDocument, large: readonly string[], fontSize = 20): ParsedDocument {
  const pages = document.pages.map((page) => ({
    ...page,
    lines: page.lines.map((line) =>
      large.includes(line.words.map((word) => word.text).join(' '))
        ? {
            ...line,
            words: line.words.map((word) => ({
              ...word,
              fontSize,
              box: { ...word.box, top: word.box.bottom - fontSize },
            })),
          }
        : line,
    ),
  }));
  return { ...document, pages };
}

const paper = withLargeLines(
  textDocument(
    `
Slow Rivers of the North:
A Survey of Thirty Years

Ada Berg, Bo Lund

Abstract
We measured the flow of twelve rivers. The sum-
mary shows that three of them became slower. The
others did not change.

1 Introduction
Rivers carry water to the sea.
Many people live near them.
`,
    'The second page.',
  ),
  ['Slow Rivers of the North:', 'A Survey of Thirty Years'],
);

describe('headlines', () => {
  it('returns the largest lines of the first page as the title', () => {
    const { value } = extract(paper, { title: text('Title of the paper') });
    expect(value.title).toBe('Slow Rivers of the North: A Survey of Thirty Years');
  });

  it('is surer of a long title in large type than of a short one, an address or smaller type', () => {
    const titleIn = (line: string, fontSize: number): number => {
      const page = textDocument(`${line}\n\nWe measured twelve rivers.\nThree of them became slower.`);
      const { value, metadata } = extract(withLargeLines(page, [line], fontSize), { title: text() });
      expect(value.title).toBe(line);
      return metadata.title?.logprobsConfidence ?? 0;
    };
    expect(titleIn('Slow Rivers of the North', 20)).toBeGreaterThanOrEqual(0.9);
    expect(titleIn('Slow Rivers of the North', 16)).toBeLessThan(0.9);
    expect(titleIn('Tern Works', 20)).toBeLessThan(0.9);
    expect(titleIn('12 River Road, Montpelier, VT 05602', 20)).toBeLessThan(0.9);
  });

  it('returns no title if all lines have the same size, and none for a job title', () => {
    expect(extract(textDocument('First line\nSecond line'), { title: text() }).value.title).toBeNull();
    const author: SchemaNode = { type: 'object', properties: { title: text('Academic title') } };
    expect(extract(paper, { author }).value.author).toEqual({ title: null });
  });

  it('returns a headline that is a name as the name of the person', () => {
    const resume = withLargeLines(textDocument('Nora Feld\nOslo\n\nA baker with ten years of practice.'), [
      'Nora Feld',
    ]);
    const personalInfo: SchemaNode = { type: 'object', properties: { fullName: text() } };
    expect(extract(resume, { personalInfo }).value.personalInfo).toEqual({ fullName: 'Nora Feld' });
    expect(extract(paper, { personalInfo }).value.personalInfo).toEqual({ fullName: null });
  });

  it('counts the pages of the file', () => {
    const { value, metadata } = extract(paper, { number_of_pages: { type: ['integer', 'null'] } });
    expect(value.number_of_pages).toBe(2);
    expect(metadata.number_of_pages?.citations).toEqual([]);
    expect(metadata.number_of_pages?.logprobsConfidence).toBeGreaterThanOrEqual(0.9);
    const unclear = extract(paper, { pages: { type: ['integer', 'null'] } });
    expect(unclear.value.pages).toBe(2);
    expect(unclear.metadata.pages?.logprobsConfidence).toBeLessThan(0.9);
  });
});

describe('texts of sections', () => {
  it('returns all lines below the heading that names the field, with divided words joined', () => {
    const { value } = extract(paper, { abstract: text('The abstract of the paper') });
    expect(value.abstract).toBe(
      'We measured the flow of twelve rivers. The summary shows that three of them became slower. The others did not change.',
    );
  });

  it('leaves a text on the line of its label to the search for labels', () => {
    const note = textDocument('Summary: Two lamps are broken.\nDate: 4 May 2031');
    expect(extract(note, { summary: text() }).value.summary).toBe('Two lamps are broken.');
  });
});
