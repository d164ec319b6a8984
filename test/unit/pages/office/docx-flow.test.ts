import { describe, expect, test } from 'vitest';
import { docxFile, wordParagraph, wordTable, zipFile } from '../../../fixtures/pages/zip-file.ts';
import { errorOf, linesOf } from '../read-flow.ts';

const styles = `<w:styles>
  <w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style>
</w:styles>`;
const numbering = `<w:numbering><w:abstractNum w:abstractNumId="5">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="5"/></w:num></w:numbering>`;
const listed = (text: string, level: number) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('docxFlow', () => {
  test('returns headers, paragraphs, tables and footers in order', async () => {
    const body = `${wordParagraph('Offer')}${wordTable([
      ['Item', 'Price'],
      ['Tea &amp; cake', '4.00'],
    ])}<w:p><w:r><w:t>Total:</w:t><w:tab/><w:t>4.00</w:t></w:r></w:p>`;
    const bytes = docxFile(body, {
      footer1: `<w:ftr>${wordParagraph('page foot')}</w:ftr>`,
      header1: `<w:hdr>${wordParagraph('letter head')}</w:hdr>`,
      header2: `<w:hdr>${wordParagraph('letter head')}</w:hdr>`,
    });
    expect(await linesOf(bytes)).toEqual([
      [
        'letter head',
        'Offer',
        '0/0 Item',
        '0/1 Price',
        '1/0 Tea & cake',
        '1/1 4.00',
        'Total:',
        '4.00',
        'page foot',
      ],
    ]);
  });

  test('recognises headings by their style, also if it is based on a heading style', async () => {
    const bytes = docxFile(wordParagraph('One', 'H1') + wordParagraph('Two', 'Own') + wordParagraph('text'), {
      styles,
    });
    const { openDocument } = await import('../../../../src/pages/open/open-document.ts');
    const document = await openDocument(bytes, 'a.docx');
    const sizes =
      document.kind === 'flow' ? document.pages[0]?.lines.map(({ words }) => words[0]?.fontSize) : [];
    expect(sizes).toEqual([24, 24, 12]);
  });

  test('numbers lists like the document', async () => {
    const body = listed('a', 0) + listed('b', 1) + listed('c', 1) + listed('d', 0) + listed('e', 1);
    expect(await linesOf(docxFile(body, { numbering }))).toEqual([
      ['1. a', '1.a) b', '1.b) c', '2. d', '2.a) e'],
    ]);
  });

  test('omits deleted text, hidden text and fallbacks for old programs', async () => {
    const body = `<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
      <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>
      <w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice>
      <mc:Fallback><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await linesOf(docxFile(body))).toEqual([['new', 'box']]);
  });

  test('starts pages at page breaks, and inside a table at the next row', async () => {
    const breaking = '<w:r><w:br w:type="page"/></w:r>';
    const text = (one: string) => `<w:r><w:t>${one}</w:t></w:r>`;
    const row = (one: string, inside = '') => `<w:tr><w:tc><w:p>${inside}${text(one)}</w:p></w:tc></w:tr>`;
    const shown = '<w:r><w:lastRenderedPageBreak/></w:r>';
    const body = `<w:p>${text('a')}${breaking}${text('b')}</w:p><w:tbl>${row('r1')}${row('r2', shown)}${row('r3')}</w:tbl>`;
    expect(await linesOf(docxFile(body))).toEqual([['a'], ['b', '0/0 r1', '1/0 r2'], ['0/0 r3']]);
  });

  test('continues on pages of the usual length if the document has no page breaks', async () => {
    const many = Array.from({ length: 100 }, (_, index) => wordParagraph(`line ${index}`)).join('');
    const pages = await linesOf(docxFile(many));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toHaveLength(100);
  });

  test('keeps the positions of cells next to cells that span several columns', async () => {
    const cell = (text: string, span = 1) =>
      `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${wordParagraph(text)}</w:tc>`;
    const body = `<w:tbl><w:tr>${cell('Total', 2)}${cell('9')}</w:tr><w:tr>${cell('a')}${cell('b')}${cell('c')}</w:tr></w:tbl>`;
    expect(await linesOf(docxFile(body))).toEqual([['0/0 Total', '0/2 9', '1/0 a', '1/1 b', '1/2 c']]);
  });

  test('returns only the inner table if the outer table arranges content', async () => {
    const inner = wordTable([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const body = `<w:tbl><w:tr><w:tc>${wordParagraph('left')}</w:tc><w:tc>${inner}</w:tc></w:tr></w:tbl>`;
    expect(await linesOf(docxFile(body))).toEqual([['left', '0/0 a', '0/1 b', '1/0 c', '1/1 d']]);
  });
});

describe('docxFlow rejects', () => {
  const whole = docxFile(wordParagraph('x'));
  test.each([
    ['an incomplete document', whole.subarray(0, whole.length - 30), /DOCUMENT_CORRUPT.*incomplete.*Replace/],
    ['a document with a damaged part', damaged(whole), /DOCUMENT_CORRUPT.*damaged/],
    [
      'a document without a main part',
      zipFile([{ name: 'word/document2.xml', content: '' }]),
      /DOCUMENT_CORRUPT.*no main part/,
    ],
    ['a document without text', docxFile('<w:p/>'), /DOCUMENT_EMPTY.*store it as PDF/],
    [
      'a document with encrypted parts',
      zipFile([{ name: 'word/document.xml', content: 'x', flags: 1 }]),
      /DOCUMENT_PASSWORD.*without its password/,
    ],
    [
      'a document with its own entities',
      zipFile([
        { name: 'word/document.xml', content: '<!DOCTYPE a [<!ENTITY x "y">]><w:document>&x;</w:document>' },
      ]),
      /DOCUMENT_UNSAFE.*entities.*without its entity declarations/,
    ],
    [
      'a document that ends inside an element',
      zipFile([{ name: 'word/document.xml', content: '<w:document><w:p>' }]),
      /DOCUMENT_CORRUPT.*ends inside/,
    ],
    [
      'a document that is nested too deeply',
      docxFile('<w:sdt>'.repeat(100_000)),
      /DOCUMENT_UNSAFE.*1000 elements/,
    ],
  ])('%s', async (_name, bytes, message) => {
    expect(await errorOf(bytes, 'a.docx')).toMatch(message);
  });

  test('a document whose declared size exceeds the limit', async () => {
    const bomb = zipFile([{ name: 'word/document.xml', content: 'x', declaredSize: 300_000_000 }]);
    expect(await errorOf(bomb, 'a.docx')).toMatch(/DOCUMENT_TOO_LARGE.*268435456 bytes/);
  });
});

/** Returns a copy of a DOCX file in which 8 compressed bytes of `word/document.xml` are inverted. */
function damaged(bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  const at = bytes.indexOf('word/document.xml') + 'word/document.xml'.length;
  for (let index = at + 4; index < at + 12; index++) out[index] = ~(out[index] ?? 0) & 0xff;
  return out;
}
