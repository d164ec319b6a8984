import { describe, expect, it } from 'vitest';
import { checkStreams } from '../../../../src/pages/open/check-streams.ts';
import { decodeLzw, decodeRunLength, tooLarge } from '../../../../src/pages/open/decode-runs.ts';
import { decompressionBombs } from '../../../fixtures/pages/decompression-bombs.ts';

const text = (decoded: Buffer | typeof tooLarge) =>
  decoded === tooLarge ? 'too large' : decoded.toString('latin1');

describe('decodeLzw', () => {
  it('decodes the example of the PDF specification (ISO 32000-1, 7.4.4.2)', () => {
    const data = Buffer.from('800B6050220C0C8501', 'hex');
    expect(text(decodeLzw(data, 100))).toBe('-----A---B');
    expect(decodeLzw(data, 9)).toBe(tooLarge);
  });

  it('decodes codes of every width and the resets between them', () => {
    const file = decompressionBombs['lzw.pdf']?.(10_000_000) as Buffer;
    const data = file.subarray(file.indexOf('stream\n') + 7, file.indexOf('\nendstream'));
    const decoded = decodeLzw(data, 1e9) as Buffer;
    // A cycle of codes stands for a single space and for runs of 2 to 3,837 spaces. One cycle gives 7,363,203 spaces,
    // so the second cycle exceeds the limit of 10,000,000.
    expect(decoded.length).toBe(2 * ((3837 * 3838) / 2));
    expect(decoded.equals(Buffer.alloc(decoded.length, 32))).toBe(true);
  });

  it('returns what it decoded before a damaged code or the end of the data', () => {
    expect(text(decodeLzw(Buffer.from('800B60', 'hex'), 100))).toBe('-');
    // After the reset code, this code is not in the table.
    expect(text(decodeLzw(Buffer.from([0x80, 0x7f, 0xff]), 100))).toBe('');
    expect(text(decodeLzw(Buffer.alloc(0), 100))).toBe('');
  });
});

describe('decodeRunLength', () => {
  it('copies bytes and repeats bytes until the end mark', () => {
    const data = Buffer.from([2, 97, 98, 99, 254, 100, 128, 0, 120]);
    expect(text(decodeRunLength(data, 100))).toBe('abcddd');
    expect(decodeRunLength(data, 5)).toBe(tooLarge);
    expect(text(decodeRunLength(Buffer.alloc(0), 5))).toBe('');
  });
});

describe('checkStreams', () => {
  it.each(['lzw.pdf', 'lzw-ascii85.pdf', 'run-length.pdf', 'flate-ascii85-flate.pdf'])(
    'rejects the decompression bomb %s',
    async (kind) => {
      const file = (bytes: number) => decompressionBombs[kind]?.(bytes) as Buffer;
      await expect(checkStreams(file(12e6), kind)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
      await expect(checkStreams(file(10_000), kind)).resolves.toBeUndefined();
    },
  );
});
