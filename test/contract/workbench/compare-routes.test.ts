import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/exact-json.ts';
import { compareRecords } from '../../../src/usecases/compare/compare-records.ts';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { folderOfRecords, hostileText } from '../../fixtures/records/folder-of-records.ts';
import { reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

describe('comparisons of goldset view', () => {
  let folder = '';
  let server: ViewServer;
  const [scored, plain, other] = ['scored', 'plain', 'other'].map(recordKey);
  beforeAll(async () => {
    folder = await folderOfRecords();
    const { reports } = await reviewedRecord();
    cpSync(path.join(reports, 'first'), path.join(folder, 'other'), { recursive: true });
    server = await startViewServer(folder, { readOnly: true });
  });
  afterAll(() => server.close());
  const get = async (target: string) => {
    const cookie = `goldset-${server.port}=${server.token}`;
    const response = await fetch(`http://127.0.0.1:${server.port}${target}`, { headers: { cookie } });
    const text = await response.text();
    return { status: response.status, text, json: () => parseJson(text) };
  };

  it('compares versions of two records, with the figures of goldset compare', async () => {
    // Compares version 1.0 of one record with the draft of the other record. These two versions have 8 and 11 of 12
    // documents right.
    const id = `${scored}.0-${plain}.1`;
    expect((await get(`/api/comparisons/${id}`)).json()).toEqual({
      isComparable: true,
      documents: 12,
      isReadOnly: true,
    });
    const headline = (await get(`/api/comparisons/${id}/scored`)).json();
    const { result } = await compareRecords({
      baseline: path.join(folder, 'scored'),
      candidate: path.join(folder, 'plain'),
      versions: '1.0,draft',
    });
    expect(headline).toMatchObject({ share: 11 / 12, newErrors: result.changeCounts?.newErrors });
    expect(result.changeCounts?.newErrors).toBe(1);
    const page = await get(`/compare/${id}`);
    expect(page.text).toContain('<div class="summary">');
    expect(page.text).not.toContain(hostileText);
    expect((await get(`/api/comparisons/${id}/blocks/index`)).status).toBe(200);
  });

  it('compares a version with itself in another record', async () => {
    const headline = (await get(`/api/comparisons/${scored}.1-${plain}.1/scored`)).json();
    expect(headline).toMatchObject({ newErrors: 0, share: 11 / 12 });
  });

  it('states why two versions cannot be compared, before and when they are scored', async () => {
    const id = `${scored}.1-${other}.1`;
    // The records have 12 and 30 documents. The first 12 documents have the same ids and texts in both records, but
    // different gold.
    expect((await get(`/api/comparisons/${id}`)).json()).toEqual({
      isComparable: false,
      problem: expect.stringMatching(
        /^scored\/record and other\/record: .*18 items only in other\/record .*12 items with different gold/,
      ),
      common: 0,
      isReadOnly: true,
    });
    const answer = await get(`/api/comparisons/${id}/scored`);
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('12 items with different gold'),
    ]);
  });

  it.each([
    `${'0'.repeat(12)}.0-${plain}.1`,
    `${scored}.0-${plain}`,
    `..%2fscored.0-${plain}.1`,
    `${scored}.0-${plain}.1x`,
  ])('responds with 404 to %s', async (id) => {
    for (const target of [`/compare/${id}`, `/api/comparisons/${id}`, `/api/comparisons/${id}/scored`])
      expect([target, (await get(target)).status]).toEqual([target, 404]);
  });

  it('states that a record does not have the version', async () => {
    const answer = await get(`/api/comparisons/${scored}.0-${plain}.7`);
    expect(answer.json()).toMatchObject({ isComparable: false, problem: expect.stringContaining('version') });
  });
});
