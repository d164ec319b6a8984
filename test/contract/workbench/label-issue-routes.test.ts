import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../src/usecases/view/list-records.ts';
import { startViewServer, type ViewServer } from '../../../src/workbench/server/view-server.ts';
import { mislabelled, reviewedRecord } from '../../fixtures/records/reviewed-record.ts';

describe('the routes of the label issues', () => {
  let server: ViewServer;
  let reports = '';
  const key = recordKey('first');
  beforeAll(async () => {
    ({ reports } = await reviewedRecord({ isMislabelled: true }));
    server = await startViewServer(reports, { reviewer: 'Ada' });
  });
  afterAll(() => server.close());

  const ask = async (to: ViewServer, target: string, body?: object, token = to.token) => {
    const origin = `http://127.0.0.1:${to.port}`;
    const response = await fetch(`${origin}${target}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: `goldset-${to.port}=${token}`,
        origin,
        'x-goldset': '1',
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const queue = `/api/records/${key}/label-issues`;
  const listed = async () => (await ask(server, '/api/datasets')).body.datasets[0];

  it('list the likely issues, follow the decisions, and count them in the list of datasets', async () => {
    expect(await listed()).toMatchObject({ labelIssues: null, record: key });
    const { body } = await ask(server, queue);
    expect(body).toMatchObject({ versions: ['1.0', 'draft'], likely: 2, doubtful: 1, reviewed: 0 });
    expect(body.issues.map(({ itemId }: { itemId: string }) => itemId)).toEqual(mislabelled.slice(0, 2));
    expect(await listed()).toMatchObject({ labelIssues: 2 });
    const [{ itemId, path, evidence }] = body.issues;
    const edit = { item: itemId, path, action: 'keep', before: '"110.50"', evidence };
    await ask(server, `/api/records/${key}/edits`, edit);
    expect((await ask(server, queue)).body).toMatchObject({ likely: 1, reviewed: 1, changed: 0 });
    expect((await ask(server, `${queue}?doubtful=1`)).body.issues).toHaveLength(2);
    expect((await ask(server, queue)).body.remaining).toBeNull();
    const [drawn] = (await ask(server, `${queue}?random=1`)).body.issues;
    const last = { ...edit, item: drawn.itemId, action: 'edit', after: '"7"', randomOrder: true };
    const { output } = (await ask(server, `/api/records/${key}/labels?item=${drawn.itemId}`)).body;
    const before = JSON.stringify(JSON.parse(output).value.total);
    await ask(server, `/api/records/${key}/edits`, { ...last, before, evidence: drawn.evidence });
    expect((await ask(server, queue)).body.remaining).toMatchObject({ open: 1, sample: 1, changed: 1 });
    expect(
      (await ask(server, `/api/records/${key}/edits`, { ...edit, evidence: 'x'.repeat(65) })).status,
    ).toBe(422);
  });

  it('need the cookie, and do not exist on a server that only reads', async () => {
    expect((await ask(server, queue, undefined, 'wrong')).status).toBe(401);
    const other = await startViewServer(reports, { readOnly: true });
    const { status } = await ask(other, queue);
    await other.close();
    expect(status).toBe(404);
  });
});
