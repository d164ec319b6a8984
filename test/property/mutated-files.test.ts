import { expect, test } from 'vitest';
import { GoldsetError } from '../../src/base/goldset-error.ts';
import { Random } from '../../src/base/random.ts';
import { parseDocument } from '../../src/service/engines/local/parse/parse-document.ts';
import { times } from '../fixtures/long-form.ts';
import { docxFile, wordParagraph, wordTable, xlsxFile, zipFile } from '../fixtures/pages/zip-file.ts';

const body = `${wordParagraph('Total &amp; more')}${wordTable([
  ['a', 'b'],
  ['c', 'd'],
])}`;
const sheet =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000.5</v></c></row><row r="2"><c r="C2"><v>1</v></c></row>';
const mail =
  'From: a@b.test\r\nTo: x@y.test\r\nMessage-ID: <1>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<table><tr><td>x</td></tr></table>\r\n--b--';

/**
 * Functions that create a file of each kind and damage it. Archives have two variants: damage in the whole file, and
 * damage in its main part.
 */
const makers: Readonly<Record<string, (damage: (bytes: Buffer) => Buffer) => Buffer>> = {
  'whole.docx': (damage) => damage(docxFile(body)),
  'part.docx': (damage) =>
    zipFile([
      {
        name: 'word/document.xml',
        content: damage(Buffer.from(`<w:document><w:body>${body}</w:body></w:document>`)),
      },
    ]),
  'whole.xlsx': (damage) => damage(xlsxFile([{ name: 's', rows: sheet }], { texts: ['x'] })),
  'part.xlsx': (damage) => xlsxFile([{ name: 's', rows: damage(Buffer.from(sheet)).toString('latin1') }]),
  'a.rtf': (damage) =>
    damage(
      Buffer.from(
        "{\\rtf1{\\fonttbl{\\f0\\fcharset204 A;}}\\trowd\\intbl a\\cell\\row\\pard {\\b x}\\u8364?\\'e4\\bin5 abc\\page y\\par}",
      ),
    ),
  'a.eml': (damage) => damage(Buffer.from(mail)),
  'a.html': (damage) =>
    damage(
      Buffer.from(
        '<!doctype html><h1>a</h1><table><tr><td colspan=2>x<td rowspan=3>y</tr></table><ol><li>b</ol><pre>d</pre>',
      ),
    ),
  'a.md': (damage) =>
    damage(Buffer.from('# a\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n```\ny\n```\n> z [l](u) **b**')),
  'a.csv': (damage) => damage(Buffer.from('a,b,c\n"x, y",2,3\n4,"5\n6",7\n')),
  'a.xml': (damage) => damage(Buffer.from('<?xml version="1.0"?><a><b c="d">e &amp; f</b><![CDATA[x]]></a>')),
};

/** Changes, moves or overwrites some bytes at random, and sometimes cuts off the end. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const out = Buffer.from(bytes);
  for (let times = 1 + random.integer(8); times > 0; times--) {
    const at = random.integer(out.length);
    const kind = random.integer(4);
    if (kind === 0) out[at] = random.integer(256);
    if (kind === 1) out.copy(out, at, random.integer(out.length));
    if (kind === 2) out.fill(random.integer(256), at, Math.min(out.length, at + random.integer(40)));
    if (kind === 3) out[at] = (out[at] ?? 0) ^ (1 << random.integer(8));
  }
  return random.integer(5) === 0 ? out.subarray(0, 1 + random.integer(out.length)) : out;
}

test.each(Object.keys(makers))('a damaged %s is either read or rejected as invalid data', async (name) => {
  const random = new Random(name);
  let rejected = 0;
  for (let index = 0; index < times(40, 200); index++) {
    const bytes = makers[name]?.((whole) => damaged(whole, random)) ?? Buffer.alloc(0);
    try {
      await parseDocument(new Uint8Array(bytes), name, { effort: 'light' });
    } catch (error) {
      expect(error).toBeInstanceOf(GoldsetError);
      expect((error as GoldsetError).actor).toBe('data');
      rejected++;
    }
  }
  // At least one file must be rejected. Otherwise, the damage would be too small to test anything.
  expect(rejected).toBeGreaterThan(0);
});
