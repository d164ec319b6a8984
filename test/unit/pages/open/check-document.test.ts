import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../../src/pages/open/check-document.ts';
import { damagedPageTrees, intactPdf } from '../../../fixtures/pages/page-trees.ts';

const codeOf = (bytes: Uint8Array, name = 'a.pdf'): Promise<string> =>
  checkDocument(bytes, name).then(
    () => 'readable',
    (error: { code: string }) => error.code,
  );

describe('a document', () => {
  it.each(Object.entries(damagedPageTrees))('is not readable with %s', async (_name, bytes) => {
    expect(await codeOf(bytes)).toMatch(/^DOCUMENT_(CORRUPT|EMPTY)$/);
  });

  it('is readable with an intact page tree, and with small mistakes in it', async () => {
    expect(await codeOf(intactPdf)).toBe('readable');
    const text = Buffer.from(intactPdf).toString('latin1');
    for (const [part, other] of [
      ['/Count 1 ', '/Count 7 '],
      ['/Count 1 ', '         '],
      ['/Type /Page ', '            '],
      ['/Parent 2 0 R', '             '],
    ] as const) {
      expect(text).toContain(part);
      expect(await codeOf(Buffer.from(text.replace(part, other), 'latin1'))).toBe('readable');
    }
  });

  it('is checked without its pixels being read as text', async () => {
    expect(await codeOf(Buffer.from('a text'), 'a.txt')).toBe('readable');
    expect(await codeOf(Buffer.from(' \n\t'), 'a.txt')).toBe('DOCUMENT_EMPTY');
    expect(await codeOf(Buffer.from('<a>&b;</a>'), 'a.xml')).toBe('readable');
    expect(
      await codeOf(Buffer.from('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "x">]><l>&a;</l>'), 'a.xml'),
    ).toBe('DOCUMENT_UNSAFE');
  });
});
