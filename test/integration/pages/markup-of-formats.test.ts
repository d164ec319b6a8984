import { describe, expect, test } from 'vitest';
import { viewPages } from '../../../src/service/engines/local/parse/layout/view-pages.ts';
import { parseDocument } from '../../../src/service/engines/local/parse/parse-document.ts';
import { encodedText } from '../../fixtures/pages/encoded-text.ts';
import { docxFile, wordParagraph } from '../../fixtures/pages/zip-file.ts';

// Tests headings, lists, links, tables and pictures in the Markdown text that the parse operation returns.

async function parsed(content: string | Uint8Array, name: string) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return parseDocument(bytes, name, { effort: 'light' });
}

async function markdownOf(content: string | Uint8Array, name: string): Promise<string> {
  return viewPages(await parsed(content, name))
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

const options = { text: true, tables: true, figures: true, bold: false, upright: true } as const;

async function tableHtmlOf(content: string | Uint8Array, name: string): Promise<string[]> {
  const pages = viewPages(await parsed(content, name), { ...options, tableFormat: 'html' });
  return pages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'table').map((b) => b.content));
}

const html = (body: string) => `<!DOCTYPE html><html><body>${body}</body></html>`;
const run = (text: string, properties = '') => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;

describe('headings keep their level', () => {
  const expected = '# One\n\n## Two\n\n#### Four\n\nplain words';

  test.each([
    ['Markdown', '# One\n\nTwo\n---\n\n#### Four\n\nplain words', 'a.md'],
    ['HTML', html('<h1>One</h1><h2>Two</h2><h4>Four</h4><p>plain words</p>'), 'a.html'],
    [
      'RTF',
      String.raw`{\rtf1{\stylesheet{Normal;}{\s1 heading 1;}{\s2\outlinelevel1 Chapter;}}\pard\s1 One\par\pard\s2 Two\par\pard\outlinelevel3 Four\par\pard plain words\par}`,
      'a.rtf',
    ],
  ])('in %s', async (_, content, name) => {
    expect(await markdownOf(content, name)).toBe(expected);
  });

  test('in DOCX', async () => {
    const style = (level: number) =>
      `<w:style w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`;
    const bytes = docxFile(
      wordParagraph('One', 'H1') +
        wordParagraph('Two', 'H2') +
        wordParagraph('Four', 'H4') +
        wordParagraph('plain words'),
      { styles: `<w:styles>${[1, 2, 4].map(style).join('')}</w:styles>` },
    );
    expect(await markdownOf(bytes, 'a.docx')).toBe(expected);
  });
});

describe('nested lists keep their depth', () => {
  const expected = '- a\n    - b\n        1. c\n        2. d\n- e';

  test.each([
    ['HTML', html('<ul><li>a<ul><li>b<ol><li>c</li><li>d</li></ol></li></ul></li><li>e</li></ul>'), 'a.html'],
    ['Markdown', 'x\n\n- a\n  - b\n    1. c\n    2. d\n- e\n\ny', 'a.md'],
  ])('in %s', async (_, content, name) => {
    expect((await markdownOf(content, name)).replace(/^x\n\n|\n\ny$/g, '')).toBe(expected);
  });

  test('in DOCX, with labels that are not Markdown', async () => {
    const level = (index: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${index}"><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="5">${level(0, 'bullet', '•')}${level(1, 'bullet', '•')}${level(2, 'decimal', '%3.')}${level(3, 'lowerLetter', '(%4)')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="5"/></w:num></w:numbering>`;
    const item = (text: string, depth: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="7"/></w:numPr></w:pPr>${run(text)}</w:p>`;
    const body = item('a', 0) + item('b', 1) + item('c', 2) + item('d', 2) + item('e', 0) + item('f', 3);
    expect(await markdownOf(docxFile(body, { numbering }), 'a.docx')).toBe(
      `${expected}\n            - (a) f`,
    );
  });

  test('and marks in a table cell stay there', async () => {
    const body = html('<table><tr><td><ul><li>a<li>b</ul><td>1</tr></table><p>after</p>');
    expect(await markdownOf(body, 'a.html')).toBe('|  |  |\n| --- | --- |\n| • a • b | 1 |\n\nafter');
  });
});

describe('links keep their targets', () => {
  const expected = 'See [the whole terms](https://example.com/terms) here.';

  test.each([
    [
      'HTML',
      html('<p>See <a href="https://example.com/terms">the <b>whole</b> terms</a> here.</p>'),
      'a.html',
    ],
    ['Markdown', 'See [the **whole** terms](https://example.com/terms "title") here.', 'a.md'],
    [
      'RTF',
      String.raw`{\rtf1 See {\field{\*\fldinst{HYPERLINK "https://example.com/terms"}}{\fldrslt{the whole terms}}} here.\par}`,
      'a.rtf',
    ],
    [
      'DOCX',
      docxFile(
        `<w:p>${run('See ', '')}<w:hyperlink r:id="r9">${run('the whole')}${run(' terms')}</w:hyperlink>${run(' here.')}</w:p>`.replaceAll(
          '<w:t>',
          '<w:t xml:space="preserve">',
        ),
        {},
        { r9: 'https://example.com/terms' },
      ),
      'a.docx',
    ],
  ])('in %s', async (_, content, name) => {
    expect(await markdownOf(content, name)).toBe(expected);
  });

  test('in table cells, list items and wrapped lines', async () => {
    const long = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    const body = html(
      `<ul><li>go <a href="/b">there</a></ul><table><tr><td><a href="http://c">x</a> y<td>1</tr></table><p>${long} <a href="http://d">far away</a></p>`,
    );
    const markdown = await markdownOf(body, 'a.html');
    expect(markdown).toContain('- go [there](/b)\n');
    expect(markdown).toContain('| [x](http://c) y | 1 |');
    expect(markdown).toContain('word29 [far away](http://d)');
    expect(await tableHtmlOf(body, 'a.html')).toEqual([
      '<table><tr><td><a href="http://c">x</a> y</td><td>1</td></tr></table>',
    ]);
  });

  test('except links in RTF to places in the document', async () => {
    const link = (target: string, text: string) =>
      String.raw`{\field{\*\fldinst{ HYPERLINK  ${target} }}{\fldrslt{${text}}}}`;
    const body = String.raw`{\rtf1 ${link(String.raw`\\l "chapter2"`, 'there')} or ${link(String.raw`"http://a" \\l "b"`, 'here')}\par}`;
    expect(await markdownOf(body, 'a.rtf')).toBe('there or [here](http://a)');
  });

  test('except targets that are not addresses, and characters that would end a link are escaped', async () => {
    const link = (target: string, text: string) => `<a href="${target}">${text}</a> `;
    const body = html(
      `<p>${link('javascript:alert(1)', 'a')}${link('#top', 'b')}${link(' java\nscript:x', 'c')}${link('http://d/)x', 'd](e')}</p>`,
    );
    expect(await markdownOf(body, 'a.html')).toBe('a b c [d\\](e](http://d/%29x)');
  });
});

describe('merged cells', () => {
  const word = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${text === '' ? '<w:p/>' : wordParagraph(text)}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
  const merged = [
    [
      'HTML',
      html(
        '<table><tr><td>Item<td colspan=2>Price<tr><td>Tea<td>4<td rowspan=2>each<tr><td>Coffee<td>5<tr><td>Cups<td>6<td>box</table>',
      ),
      'a.html',
    ],
    [
      'DOCX',
      docxFile(
        `<w:tbl>${row(word('Item'), word('Price', '<w:gridSpan w:val="2"/>'))}${row(word('Tea'), word('4'), word('each', '<w:vMerge w:val="restart"/>'))}${row(word('Coffee'), word('5'), word('', '<w:vMerge/>'))}${row(word('Cups'), word('6'), word('box'))}</w:tbl>`,
      ),
      'a.docx',
    ],
  ] as const;

  test.each(merged)('of %s keep the other cells in their columns', async (_, content, name) => {
    expect(await markdownOf(content, name)).toBe(
      '| Item | Price |  |\n| --- | --- | --- |\n| Tea | 4 | each |\n| Coffee | 5 |  |\n| Cups | 6 | box |',
    );
  });

  test.each(merged)('of %s have their spans in HTML', async (_, content, name) => {
    expect(await tableHtmlOf(content, name)).toEqual([
      '<table><tr><th>Item</th><th colspan="2">Price</th></tr><tr><td>Tea</td><td>4</td><td rowspan="2">each</td></tr><tr><td>Coffee</td><td>5</td></tr><tr><td>Cups</td><td>6</td><td>box</td></tr></table>',
    ]);
  });
});

describe('header rows', () => {
  const cell = (text: string, span = 1) =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${wordParagraph(text)}</w:tc>`;
  const row = (cells: string, properties = '') => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;

  test.each([
    [
      'HTML',
      html(
        '<table><tr><th rowspan=2>Item<th colspan=2>Price<tr><th>net<th>gross<tr><th>Tea<td>4<td>5<tr><th>Total<td><td>5</table>',
      ),
      'a.html',
      '<tr><th rowspan="2">Item</th><th colspan="2">Price</th></tr><tr><th>net</th><th>gross</th></tr><tr><td>Tea</td>',
    ],
    [
      'DOCX',
      docxFile(
        `<w:tbl>${row(cell('Item 2024') + cell('Price', 2), '<w:tblHeader/>')}${row(cell('') + cell('net') + cell('gross'), '<w:tblHeader w:val="1"/>')}${row(cell('Tea') + cell('4') + cell('5'), '<w:tblHeader w:val="0"/>')}</w:tbl>`,
      ),
      'a.docx',
      '<tr><th>Item 2024</th><th colspan="2">Price</th></tr><tr><th></th><th>net</th><th>gross</th></tr><tr><td>Tea</td>',
    ],
  ])('of %s are header rows in HTML', async (_, content, name, start) => {
    expect((await tableHtmlOf(content, name))[0]).toContain(`<table>${start}`);
  });

  test.each([
    ['only one row if all cells are headings', '<tr><th>a<th>b<tr><th>c<th>d', '<th>b</th></tr><tr><td>c'],
    [
      'no row below an empty cell of the table',
      '<tr><th>a<th>b<tr><th>c<td><tr><td>1<td>2',
      '<th>b</th></tr><tr><td>c',
    ],
  ])('are %s', async (_, rows, part) => {
    expect((await tableHtmlOf(html(`<table>${rows}</table>`), 'a.html'))[0]).toContain(part);
  });
});

describe('pictures are figures with their alternative text', () => {
  const expected = 'before\n\n![A bar chart]()\n\nafter';
  const drawing =
    '<w:drawing><wp:inline><wp:extent cx="2000000" cy="1000000"/><wp:docPr id="1" descr="A bar chart"/><a:blip r:embed="r1"/></wp:inline></w:drawing>';

  test.each([
    ['HTML', html('<p>before</p><img src="a.png" alt="A bar chart"><p>after</p>'), 'a.html'],
    ['Markdown', 'before\n\n![A bar chart](a.png)\n\nafter', 'a.md'],
    [
      'DOCX',
      docxFile(`${wordParagraph('before')}<w:p><w:r>${drawing}</w:r></w:p>${wordParagraph('after')}`),
      'a.docx',
    ],
  ])('in %s', async (_, content, name) => {
    const [view] = viewPages(await parsed(content, name));
    expect(view?.markdown).toBe(expected);
    expect(view?.blocks.map(({ type, content }) => [type, content])).toEqual([
      ['text', 'before'],
      ['figure', 'A bar chart'],
      ['text', 'after'],
    ]);
  });

  test('are omitted if they are decoration, and do not move the text', async () => {
    const text = '<p>one</p><p>two</p>';
    const images =
      '<img alt=""><img width=1 height=1><table><tr><td><img alt="logo">Tea<td>4</table><img hidden alt="x">';
    const [plain] = (await parsed(html(text), 'a.html')).pages;
    const [illustrated] = (await parsed(html(`<img alt="x">${text}<img>`), 'a.html')).pages;
    expect(illustrated?.lines).toEqual(plain?.lines);
    expect(illustrated?.figures).toHaveLength(2);
    const [decorated] = (await parsed(html(text + images), 'a.html')).pages;
    expect(decorated?.figures).toBeUndefined();
  });
});

describe('the first row of a CSV file is the header', () => {
  test.each([
    [
      'in UTF-16 without a byte order mark',
      Buffer.from('Größe;Menge\nKlein;2\n', 'utf16le'),
      'Größe | Menge',
    ],
    ['in Windows-1252', Buffer.from('Größe;Menge\nKlein;2\n', 'latin1'), 'Größe | Menge'],
    ['in Windows-1251', encodedText('Товар;Цена\nБолт;2\n', 'windows-1251'), 'Товар | Цена'],
    ['in Shift JIS', encodedText('品名;数量\nボルト;2\n', 'shift_jis'), '品名 | 数量'],
    ['if all cells are words', Buffer.from('Name;City\nAnna;Rome\n'), 'Name | City'],
    ['if it has years', Buffer.from('Product;2022;2023\nTea;5;6\n'), 'Product | 2022 | 2023'],
    [
      'below a line that states the delimiter',
      Buffer.from('sep=|\nName, first|City\nAnna|Rome\n'),
      'Name, first | City',
    ],
  ])('%s', async (_, bytes, header) => {
    expect((await markdownOf(bytes, 'a.csv')).split('\n')[0]).toBe(`| ${header} |`);
  });

  test.each([
    ['a number', 'Tea;5\nCups;7\n'],
    ['an empty or repeated cell', 'Tea;;Tea\nCups;box;red\n'],
    ['no rows below it', 'Name;City\n'],
  ])('unless it has %s', async (_, csv) => {
    expect((await markdownOf(csv, 'a.csv')).split('\n')[0]).toMatch(/^[| ]+$/);
  });
});
