import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import type { StoredDocument } from '../../../src/viewer/blocks/report-blocks.ts';
import { unpackDetail } from '../../../src/viewer/blocks/unpack-detail.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { folderOfLargeRecord, largeCount } from '../../fixtures/records/large-record.ts';

describe('the documents of a record that a report does not show', () => {
  let server: ViewServer;
  const address = `/api/records/${recordKey('large')}`;
  beforeAll(async () => {
    server = await startViewServer(await folderOfLargeRecord(true));
  });
  afterAll(() => server.close());

  const open = (target: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { cookie: `goldset-${server.port}=${server.token}` };
      request({ host: '127.0.0.1', port: server.port, path: target, headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
  const read = async (position: number, of = address) => {
    const { status, text } = await open(`${of}/documents/${position}`);
    expect(status).toBe(200);
    const stored = JSON.parse(text) as StoredDocument;
    return { ...stored, detail: unpackDetail(stored.item, stored.fields) };
  };

  it('have all their values, with complete labels and outputs', async () => {
    const { detail, images } = await read(1015);
    expect(detail).toMatchObject({
      position: 1015,
      expected: { value: { number: 'R-1015', total: '1015.50' } },
    });
    expect(detail.versions[0]?.output).toMatchObject({ value: { number: 'R-1015' } });
    expect(detail.versions[0]?.leaves).toMatchObject([
      { path: 'number', outcome: 'correct', expected: 'R-1015', predicted: 'R-1015' },
      { path: 'total', outcome: 'correct', expected: '1015.50', predicted: '1015.50' },
    ]);
    // The document is a text in the record, so it has no page images.
    expect(images).toBeLessThanOrEqual(0);
    expect(detail.text).toBe('doc-1015');
  });

  it('have the values of both versions in a comparison of two records', async () => {
    // The other record has no documents 0 to 9, so document 10 is the first common one.
    const compared = `/api/comparisons/${recordKey('large')}.0-${recordKey('other')}.0c`;
    for (const position of [1005, 5, 1009, 995]) {
      const number = `R-${position + 10}`;
      const { detail } = await read(position, compared);
      expect(detail).toMatchObject({ position, expected: { value: { number } } });
      expect(detail.versions.map(({ output }) => output)).toMatchObject([
        { value: { number: position + 10 < 1000 ? 'wrong' : number } },
        { value: { number, total: `${position + 10}.50` } },
      ]);
      expect(detail.versions[1]?.leaves[0]).toMatchObject({ path: 'number', outcome: 'correct' });
    }
    for (const position of [1010, 'doc-1', '-1'])
      expect((await open(`${compared}/documents/${position}`)).status).toBe(404);
  });

  it('are found at every position, in any order', async () => {
    for (const position of [largeCount - 1, 0, 1000, 999, 512]) {
      const { detail } = await read(position);
      expect(detail.versions[0]?.leaves.map(({ outcome, expected }) => [outcome, expected])).toEqual([
        [position < 1000 ? 'incorrect' : 'correct', `R-${position}`],
        ['correct', `${position}.50`],
      ]);
    }
  });

  it('have the text of a text file, and nothing if the file is missing', async () => {
    expect((await read(1010)).images).toBe(1);
    const content = async (position: number) =>
      JSON.parse((await open(`${address}/pages/${position}`)).text) as unknown;
    expect(await content(1010)).toEqual({ pages: [], text: 'Number R-1010\n<b>Total 1010.50</b>\n' });
    expect(await content(1011)).toEqual({ pages: [], text: null });
    expect((await open(`${address}/pages/1010/1`)).status).toBe(404);
  });

  it.each([largeCount, 999_999_999, -1, '1e3', '..%2f1', 'doc-1'])('do not exist at %s', async (position) => {
    expect((await open(`${address}/documents/${position}`)).status).toBe(404);
  });
});
