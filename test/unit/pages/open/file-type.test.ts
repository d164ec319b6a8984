import { describe, expect, test } from 'vitest';
import { recogniseFileType } from '../../../../src/pages/open/file-type.ts';

const bytes = (...values: (string | number)[]) =>
  Uint8Array.from(
    values.flatMap((value) => (typeof value === 'string' ? [...Buffer.from(value, 'latin1')] : [value])),
  );

describe('recogniseFileType', () => {
  test.each([
    ['pdf', bytes('%PDF-1.7\n')],
    ['pdf', bytes('rubbish\r\n%PDF-1.4\n')],
    ['png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
    ['jpg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['tiff', bytes('II*', 0)],
    ['tiff', bytes('MM', 0, '*')],
    ['webp', bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 ')],
    ['gif', bytes('GIF89a')],
    ['bmp', bytes('BM', 1, 2, 3, 4, 0, 0, 0, 0)],
    ['xml', bytes(0xef, 0xbb, 0xbf, '<?xml version="1.0"?><a/>')],
    ['html', bytes('<!DOCTYPE html><html>')],
    ['html', bytes('<?xml version="1.0"?><html xmlns="x">')],
    ['txt', bytes('BMW repair invoice')],
    ['txt', bytes('plain text')],
    ['docx', bytes('PK', 3, 4, 'word/document.xml')],
    ['xlsx', bytes('PK', 3, 4, 'xl/workbook.xml')],
    ['unknown', bytes('PK', 3, 4, 'other')],
    ['unknown', bytes(0, 1, 2, 3, 0, 0)],
  ])('recognises %s from the first bytes', (type, content) => {
    expect(recogniseFileType(content, 'misleading.png')).toBe(type);
  });

  test('uses the name only to distinguish types of text', () => {
    expect(recogniseFileType(bytes('a,b\n1,2\n'), 'rows.csv')).toBe('csv');
    expect(recogniseFileType(bytes('<root/>'), 'data.xml')).toBe('xml');
    expect(recogniseFileType(bytes('no tags here'), 'data.xml')).toBe('txt');
  });
});
