import { expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService } from '../../../fixtures/service/service-harness.ts';
import { createExtracting } from '../../../fixtures/service/workflow-requests.ts';

const service = sharedService();

interface Listed {
  readonly id: string;
}

/** Returns the ids on all pages of a list. After the first page, calls `change` with the ids on this page. */
async function idsOnPages(
  path: string,
  list: string,
  change: (shown: readonly string[]) => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let token = ''; ; ) {
    const mark = path.includes('?') ? '&' : '?';
    const { status, body } = await service.get(`${path}${mark}maxPageSize=3&nextPageToken=${token}`);
    expect([status, body.error]).toEqual([200, undefined]);
    ids.push(...body[list].map(({ id }: Listed) => id));
    if (token === '') await change(ids);
    if (body.nextPageToken === undefined) return ids;
    token = encodeURIComponent(body.nextPageToken);
  }
}

it.each(['', 'sortDir=asc', 'sortBy=createdAt', 'sortBy=createdAt&sortDir=asc'])(
  'list each object once that is changed between two pages, with the order "%s"',
  async (order) => {
    proves('list.moving');
    const create = async (): Promise<string> =>
      (await service.post('/processors', { name: 'P', type: 'CLASSIFY' })).body.processor.id;
    const processorId = await create();
    const set = (await service.post('/evaluation_sets', { name: 'S', processorId })).body.evaluationSet.id;
    const fileId = await service.upload('a.txt', 'a');
    const expectedOutput = { id: 'other', type: 'other' };
    const items = { evaluationSetId: set, items: Array(8).fill({ fileId, expectedOutput }) };
    const created = (await service.post('/evaluation_set_items/bulk', items)).body.evaluationSetItems;
    const all: string[] = created.map(({ id }: Listed) => id);
    const listed = await idsOnPages(
      `/evaluation_sets/${set}/items?${order}`,
      'evaluationSetItems',
      (shown) => {
        const later = all.filter((id) => !shown.includes(id));
        const changed = [shown[0], shown[2], later[0], later[3], later[4]];
        return Promise.all([
          ...changed.map((id) => service.post(`/evaluation_set_items/${id}`, { expectedOutput })),
          service.request('DELETE', `/evaluation_set_items/${shown[1]}`),
          service.request('DELETE', `/evaluation_set_items/${later[1]}`),
        ]).then(() => all.splice(all.indexOf(later[1] ?? ''), 1));
      },
    );
    expect(listed.toSorted()).toEqual(all.toSorted());

    const processors = [processorId, ...(await Promise.all([1, 2, 3, 4, 5, 6].map(create)))];
    const found = await idsOnPages(`/processors?${order}`, 'processors', async (shown) => {
      const changed = processors.filter((id) => !shown.includes(id)).slice(0, 3);
      for (const id of [shown[0], ...changed]) await service.post(`/processors/${id}`, { name: 'Q' });
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(processors));
  },
);

it('list each run once that ends between two pages', async () => {
  proves('list.moving');
  const texts = ['work 100', ...'abcdefg'];
  const ended = (path: string, list: string) => async (): Promise<void> => {
    const count = async () => (await service.get(`${path}&status=PROCESSED`)).body[list].length;
    await expect.poll(count, { timeout: 10_000 }).toBe(texts.length);
  };
  const workflowId = await createExtracting(service);
  const inputs = texts.map((rawText) => ({ rawText }));
  const { batchId } = (await service.post('/workflow_runs/batch', { workflowId, inputs })).body;
  const workflowRuns = `/workflow_runs?batchId=${batchId}`;
  const ids = await idsOnPages(workflowRuns, 'workflowRuns', ended(workflowRuns, 'workflowRuns'));
  expect([ids.length, new Set(ids).size]).toEqual([8, 8]);

  const processorId = await service.extractor();
  for (const rawText of texts) await service.post('/processor_runs', { processorId, rawText });
  const runs = `/processor_runs?processorId=${processorId}`;
  const runIds = await idsOnPages(runs, 'processorRuns', ended(runs, 'processorRuns'));
  expect([runIds.length, new Set(runIds).size]).toEqual([8, 8]);
});

it('reject a page token of another list or with other filters', async () => {
  proves('list.token-of-query');
  for (const type of ['CLASSIFY', 'CLASSIFY', 'SPLITTER'])
    await service.post('/processors', { name: type, type });
  const { body } = await service.get('/processors?type=CLASSIFY&maxPageSize=1');
  const token = encodeURIComponent(body.nextPageToken);
  for (const query of ['', '&type=CLASSIFY', '&type=']) {
    const next = await service.get(`/processors?maxPageSize=1&nextPageToken=${token}${query}`);
    expect([query, next.status, next.body.processors?.[0].type]).toEqual([query, 200, 'CLASSIFY']);
  }
  for (const path of [
    '/processors?type=SPLITTER&',
    '/processors?sortDir=asc&',
    '/processors?sortBy=createdAt&',
    '/files?',
    '/workflow_runs?',
    '/processor_runs?',
    '/evaluation_sets?',
  ]) {
    const answer = await service.get(`${path}nextPageToken=${token}`);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.body.error).toContain('param: nextPageToken');
  }
});
