import { describe, expect, test } from 'vitest';
import { errorOf, linesOf } from '../../unit/pages/read-flow.ts';

describe('Markdown', () => {
  test('is read as headings, lists, tables and code without markup', async () => {
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

  test('with unclosed markup is read in linear time', async () => {
    for (const piece of ['[', '**', '`', '![', '](', '\\', '|-', '> ', '#', '_a'])
      expect(await errorOf(`# a\n${piece.repeat(20_000)}`, 'a.md')).toBe('opened');
  }, 20_000);
});

describe('CSV', () => {
  test.each([
    [',', 'Item,Price\n"Tea, green",4\n"two\nlines",5\n'],
    [';', 'Item;Price\nTea, green;4\n"two\nlines";5\n'],
    ['\t', 'Item\tPrice\nTea, green\t4\n"two\nlines"\t5\n'],
    ['|', 'Item|Price\nTea, green|4\n"two\nlines"|5\n'],
  ])('with the delimiter "%s" is read into cells', async (_delimiter, text) => {
    expect(await linesOf(`\ufeff${text}`, 'a.csv')).toEqual([
      ['0/0 Item', '0/1 Price', '1/0 Tea, green', '1/1 4', '2/0 two', '2/0 lines', '2/1 5'],
    ]);
  });

  test('that is broken or empty is rejected', async () => {
    expect(await errorOf('a,b\n"never closed,1\n2,3', 'a.csv')).toMatch(/DOCUMENT_CORRUPT.*CSV.*Replace/);
    expect(await errorOf(',,\n,,\n', 'a.csv')).toMatch(/DOCUMENT_EMPTY/);
  });
});

describe('Rich Text', () => {
  const rtf = (body: string) =>
    `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}{\\*\\generator x;}{\\info{\\author no}}${body}}`;

  test('is read as paragraphs, special characters and pages, without metadata', async () => {
    const body =
      "First \\b bold\\b0\\par 5 \\'80 and \\u8364?\\emdash x\\{y\\}\\par{\\f1 \\'d1\\'f7}\\page next{\\v hidden}\\par";
    expect(await linesOf(rtf(body))).toEqual([['First bold', '5 € and €—x{y}', 'Сч'], ['next']]);
  });

  test('has its rows in a table', async () => {
    const row = (a: string, b: string) =>
      `\\trowd\\cellx100\\cellx200\\pard\\intbl ${a}\\cell ${b}\\cell\\row`;
    expect(
      await linesOf(rtf(`Before\\par${row('Item', 'Price')}${row('Tea', '4')}\\pard After\\par`)),
    ).toEqual([['Before', '0/0 Item', '0/1 Price', '1/0 Tea', '1/1 4', 'After']]);
  });

  test('that is incomplete or nested too deeply is rejected', async () => {
    expect(await errorOf('{\\rtf1 text', 'a.rtf')).toMatch(/DOCUMENT_CORRUPT.*incomplete/);
    expect(await errorOf(`{\\rtf1 ${'{'.repeat(100_000)}`, 'a.rtf')).toMatch(/DOCUMENT_UNSAFE.*1000 groups/);
    expect(await errorOf('{\\rtf1 }', 'a.rtf')).toMatch(/DOCUMENT_EMPTY/);
  });
});

describe('an email', () => {
  const mail = (headers: string, body: string) =>
    `From: "Ann B." <ann@example.test>\r\nTo: bob@example.test\r\nSubject: =?utf-8?Q?Invoice_f=C3=BCr_17?=\r\nDate: Thu, 14 Mar 2024 10:00:00 +0100\r\nMessage-ID: <1@example.test>\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n${body}`;
  const head = [
    'From: Ann B. <ann@example.test>',
    'To: bob@example.test',
    'Date: Thu, 14 Mar 2024 10:00:00 +0100',
    'Subject: Invoice für 17',
  ];

  test('has sender, recipients, subject and the names of attachments', async () => {
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--b--`;
    expect(await linesOf(mail('Content-Type: multipart/mixed; boundary=b', parts))).toEqual([
      [...head, 'plain', 'Attachments: a.pdf'],
    ]);
  });

  test('is read from its HTML body if there is one', async () => {
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<table><tr><td>Tea<td>4=2E00</tr></table>\r\n--b--`;
    expect(await linesOf(mail('Content-Type: multipart/alternative; boundary=b', parts))).toEqual([
      [...head, '0/0 Tea', '0/1 4.00'],
    ]);
  });

  test('with too deeply nested parts is rejected', async () => {
    let parts = '';
    for (let depth = 0; depth < 200; depth++)
      parts += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
    expect(
      await errorOf(mail(parts.slice(0, parts.indexOf('\r\n')), parts.slice(parts.indexOf('--b0'))), 'a.eml'),
    ).toMatch(/DOCUMENT_UNSAFE.*with fewer parts/);
  });
});
