import { describe, expect, test } from 'vitest';
import { ZipArchive } from '../../../../src/pages/office/zip-archive.ts';
import { zipFile } from '../../../fixtures/pages/zip-file.ts';

describe('ZipArchive', () => {
  test('reads parts by name', () => {
    const archive = new ZipArchive(zipFile([{ name: 'a/b.xml', content: 'text' }]), 'a.docx', 'DOCX');
    expect(archive.names).toEqual(['a/b.xml']);
    expect(archive.read('/a/b.xml')?.toString()).toBe('text');
    expect(archive.read('c.xml')).toBeUndefined();
  });

  test('limits the decompressed size per part and in total, regardless of the declared sizes', () => {
    const content = 'x'.repeat(3000);
    const one = new ZipArchive(zipFile([{ name: 'a', content, declaredSize: 10 }]), 'f', 'DOCX', 2999);
    expect(() => one.read('a')).toThrow(/too large.*2999 bytes/);
    const honest = new ZipArchive(zipFile([{ name: 'a', content }]), 'f', 'DOCX', 2999);
    expect(() => honest.read('a')).toThrow(/too large.*2999 bytes/);
    const parts = ['a', 'b', 'c'].map((name) => ({ name, content }));
    const three = new ZipArchive(zipFile(parts), 'f', 'DOCX', 8000);
    expect(three.read('a')?.length).toBe(3000);
    expect(three.read('b')?.length).toBe(3000);
    expect(() => three.read('c')).toThrow(/too large.*8000 bytes/);
  });

  test('reports a damaged list, end or part', () => {
    const whole = zipFile([{ name: 'a', content: 'some text that is there' }]);
    const open = (bytes: Uint8Array) => new ZipArchive(bytes, 'f', 'DOCX').read('a');
    expect(() => open(whole.subarray(0, -1))).toThrow(/incomplete/);
    const list = Buffer.from(whole);
    list.writeUInt32LE(whole.length + 5, whole.length - 6);
    expect(() => open(list)).toThrow(/list of parts is damaged/);
    const part = Buffer.from(whole);
    part[35] = (part[35] ?? 0) ^ 0xff;
    expect(() => open(part)).toThrow(/part a is damaged/);
    const far = Buffer.from(whole);
    far.writeUInt16LE(0xffff, whole.length - 12);
    expect(() => open(far)).toThrow(/damaged/);
  });
});
