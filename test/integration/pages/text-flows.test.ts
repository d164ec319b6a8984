import { describe, expect, test } from 'vitest';
import { linesOf, refusalOf } from '../../unit/pages/read-flow.ts';

describe('a Markdown text', () => {
  test('has headings, lists, tables and code without their marks', async () => {
    const text = `# Order **17**\n\nSome *words*, a [link](http://x.test) and \`code\`.\nSecond line\n\n- one\n  1. two\n
| Item | Price |\n|------|------:|\n| Tea  | 4.00 |\n| a\\|b | |\n\n\`\`\`\nkept   as is\n\`\`\`\nSub\n---\n> quoted`;
    expect(await linesOf(text, 'a.md')).toEqual([
      [
        'Order 17',
        'Some words, a link and code.',
        'Second line',
        '• one',
        '1. two',
        '0/0 Item',
        '0/1 Price',
        '1/0 Tea',
        '1/1 4.00',
        '2/0 a|b',
        'kept',
        'as is',
        'Sub',
        'quoted',
      ],
    ]);
  });

  test('of marks without end is read in time that grows with its length', async () => {
    for (const piece of ['[', '**', '`', '![', '](', '\\', '|-', '> ', '#', '_a'])
      expect(await refusalOf(`# a\n${piece.repeat(20_000)}`, 'a.md')).toBe('opened');
  }, 20_000);
});

describe('a comma separated table', () => {
  test.each([
    [',', 'Item,Price\n"Tea, green",4\n"two\nlines",5\n'],
    [';', 'Item;Price\nTea, green;4\n"two\nlines";5\n'],
    ['\t', 'Item\tPrice\nTea, green\t4\n"two\nlines"\t5\n'],
    ['|', 'Item|Price\nTea, green|4\n"two\nlines"|5\n'],
  ])('with "%s" between its fields has them in cells', async (_delimiter, text) => {
    expect(await linesOf(`\ufeff${text}`, 'a.csv')).toEqual([
      ['0/0 Item', '0/1 Price', '1/0 Tea, green', '1/1 4', '2/0 two', '2/0 lines', '2/1 5'],
    ]);
  });

  test('that is broken or empty is refused', async () => {
    expect(await refusalOf('a,b\n"never closed,1\n2,3', 'a.csv')).toMatch(/DOCUMENT_CORRUPT.*CSV.*Replace/);
    expect(await refusalOf(',,\n,,\n', 'a.csv')).toMatch(/DOCUMENT_EMPTY/);
  });
});

describe('a Rich Text document', () => {
  const rtf = (body: string) =>
    `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}{\\*\\generator x;}{\\info{\\author no}}${body}}`;

  test('gives its paragraphs, signs and pages, and nothing of what it says of itself', async () => {
    const body =
      "First \\b bold\\b0\\par 5 \\'80 and \\u8364?\\emdash x\\{y\\}\\par{\\f1 \\'d1\\'f7}\\page next{\\v hidden}\\par";
    expect(await linesOf(rtf(body))).toEqual([['First bold', '5 € and €—x{y}', 'Сч'], ['next']]);
  });

  test('has its rows as a table', async () => {
    const row = (a: string, b: string) =>
      `\\trowd\\cellx100\\cellx200\\pard\\intbl ${a}\\cell ${b}\\cell\\row`;
    expect(
      await linesOf(rtf(`Before\\par${row('Item', 'Price')}${row('Tea', '4')}\\pard After\\par`)),
    ).toEqual([['Before', '0/0 Item', '0/1 Price', '1/0 Tea', '1/1 4', 'After']]);
  });

  test('that was cut short or nests without end is refused', async () => {
    expect(await refusalOf('{\\rtf1 text', 'a.rtf')).toMatch(/DOCUMENT_CORRUPT.*cut short/);
    expect(await refusalOf(`{\\rtf1 ${'{'.repeat(100_000)}`, 'a.rtf')).toMatch(
      /DOCUMENT_UNSAFE.*1000 groups/,
    );
    expect(await refusalOf('{\\rtf1 }', 'a.rtf')).toMatch(/DOCUMENT_EMPTY/);
  });
});

describe('a mail', () => {
  const mail = (headers: string, body: string) =>
    `From: "Ann B." <ann@example.test>\r\nTo: bob@example.test\r\nSubject: =?utf-8?Q?Invoice_f=C3=BCr_17?=\r\nDate: Thu, 14 Mar 2024 10:00:00 +0100\r\nMessage-ID: <1@example.test>\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n${body}`;
  const head = [
    'From: Ann B. <ann@example.test>',
    'To: bob@example.test',
    'Date: Thu, 14 Mar 2024 10:00:00 +0100',
    'Subject: Invoice für 17',
  ];

  test('says who wrote what to whom, and what is attached', async () => {
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--b--`;
    expect(await linesOf(mail('Content-Type: multipart/mixed; boundary=b', parts))).toEqual([
      [...head, 'plain', 'Attachments: a.pdf'],
    ]);
  });

  test('is read in its HTML form where there is one', async () => {
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<table><tr><td>Tea<td>4=2E00</tr></table>\r\n--b--`;
    expect(await linesOf(mail('Content-Type: multipart/alternative; boundary=b', parts))).toEqual([
      [...head, '0/0 Tea', '0/1 4.00'],
    ]);
  });

  test('of parts within one another without end is refused', async () => {
    let parts = '';
    for (let depth = 0; depth < 200; depth++)
      parts += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
    expect(
      await refusalOf(
        mail(parts.slice(0, parts.indexOf('\r\n')), parts.slice(parts.indexOf('--b0'))),
        'a.eml',
      ),
    ).toMatch(/DOCUMENT_UNSAFE.*with few parts/);
  });
});
