import { describe, expect, test } from 'vitest';
import { xmlLines } from '../../../../src/pages/flow/xml-lines.ts';

const linesOf = async (xml: string) => (await xmlLines(xml, 'a.xml')).split('\n');

describe('xmlLines', () => {
  test('returns one line per element with text, and per attribute of an element without text', async () => {
    const xml =
      '<a xmlns="u" version="2"><x:ID schemeID="9">17</x:ID><Line qty="2" code="A&amp;B"/><p>mixed <b>bold</b> end</p><![CDATA[a < b]]></a>';
    expect(await linesOf(xml)).toEqual([
      'ID: 17',
      'Line qty: 2',
      'Line code: A&B',
      'mixed',
      'b: bold',
      'end',
      'a < b',
    ]);
  });

  test.each([
    [
      'entities that expand exponentially',
      '<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><l>&b;</l>',
      'DOCUMENT_UNSAFE',
    ],
    [
      'entities from another file',
      '<!DOCTYPE l [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]><l>&x;</l>',
      'DOCUMENT_UNSAFE',
    ],
    ['parameter entities', '<!DOCTYPE l [<!ENTITY % p SYSTEM "http://x.test/"> %p;]><l/>', 'DOCUMENT_UNSAFE'],
  ])('rejects %s', async (_name, xml, code) => {
    await expect(linesOf(xml)).rejects.toMatchObject({ code });
  });

  test('reads a document with an external definition without fetching it', async () => {
    expect(await linesOf('<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a><b>1</b></a>')).toEqual(['b: 1']);
  });

  test('rejects a document that is incomplete or nested too deeply', async () => {
    await expect(linesOf('<a><b>1</b>')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
    await expect(linesOf('<a>'.repeat(100_000))).rejects.toMatchObject({ code: 'DOCUMENT_UNSAFE' });
  });

  test('reads unclosed markup in linear time', async () => {
    for (const piece of ['<!--', '<![CDATA[', '<?', '&x;', ' a="b"', '<a b="'])
      await linesOf(`<a>${piece.repeat(100_000)}`).catch(() => undefined);
  }, 20_000);
});
