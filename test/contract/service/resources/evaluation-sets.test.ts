import { describe, expect, it } from 'vitest';
import { proves } from '../../../fixtures/service/proves.ts';
import { sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';

const service = sharedService();

async function makeSet(service: TestService, processorId?: string): Promise<string> {
  const { body } = await service.post('/evaluation_sets', { name: 'Gold', description: 'd', processorId });
  return body.evaluationSet.id;
}

describe('evaluation sets', () => {
  it('are created, returned and listed by processor', async () => {
    proves('list.evaluation-sets');
    const processorId = await service.extractor();
    const id = await makeSet(service, processorId);
    await makeSet(service);
    expect((await service.get(`/evaluation_sets/${id}`)).body.evaluationSet).toMatchObject({
      object: 'evaluation_set',
      id: expect.stringMatching(/^ev_/),
      name: 'Gold',
      description: 'd',
      processorId,
    });
    const listed = await service.get(`/evaluation_sets?processorId=${processorId}`);
    expect(listed.body.evaluationSets.map((set: { id: string }) => set.id)).toEqual([id]);
    expect((await service.get('/evaluation_sets/ev_none')).status).toBe(404);
    expect((await service.post('/evaluation_sets', {})).body.error).toContain('param: name');
    expect((await service.post('/evaluation_sets', { name: 'x', processorId: 'dp_none' })).status).toBe(404);
  });

  it('contain items that are created singly or in bulk, changed and deleted', async () => {
    proves('expected.extraction-schema', 'general.deletes');
    const evaluationSetId = await makeSet(service, await service.extractor());
    const fileId = await service.upload('a.txt', 'a');
    const expectedOutput = { value: { number: '7' }, metadata: {} };
    const one = await service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput });
    expect(one.body.evaluationSetItem).toMatchObject({
      object: 'evaluation_set_item',
      id: expect.stringMatching(/^evi_/),
      evaluationSetId,
      fileId,
      expectedOutput,
    });
    const bulk = await service.post('/v1/evaluation_set_items/bulk', {
      evaluationSetId,
      items: [1, 2, 3].map((i) => ({ fileId, expectedOutput: { value: { number: String(i) } } })),
    });
    expect(bulk.body.evaluationSetItems).toHaveLength(3);
    const listed = await service.get(
      `/evaluation_sets/${evaluationSetId}/items?sortBy=createdAt&sortDir=asc`,
    );
    const ids: string[] = listed.body.evaluationSetItems.map((item: { id: string }) => item.id);
    expect(ids).toHaveLength(4);
    expect(ids[0]).toBe(one.body.evaluationSetItem.id);
    const changed = await service.post(`/evaluation_set_items/${ids[0]}`, {
      expectedOutput: { value: { number: null } },
    });
    expect(changed.body.evaluationSetItem.expectedOutput).toEqual({ value: { number: null } });
    expect((await service.request('DELETE', `/evaluation_set_items/${ids[0]}`)).body).toMatchObject({
      success: true,
      evaluationSetItemId: ids[0],
    });
    expect((await service.get(`/evaluation_set_items/${ids[0]}`)).status).toBe(404);
    expect((await service.request('DELETE', `/evaluation_set_items/${ids[0]}`)).status).toBe(404);
    expect((await service.post(`/evaluation_set_items/${ids[0]}`, { expectedOutput: {} })).status).toBe(404);
  });

  it('store all items of a request or none', async () => {
    const evaluationSetId = await makeSet(service, await service.extractor());
    const fileId = await service.upload('a.txt', 'a');
    const good = { fileId, expectedOutput: { value: {} } };
    for (const [bad, field] of [
      [{ fileId: 'file_none', expectedOutput: { value: {} } }, 'items[1].fileId'],
      [{ fileId, expectedOutput: 'text' }, 'items[1].expectedOutput'],
      [{ fileId, expectedOutput: { number: 1 } }, 'items[1].expectedOutput'],
      [{ fileId }, 'items[1].expectedOutput'],
    ] as const) {
      const answer = await service.post('/evaluation_set_items/bulk', {
        evaluationSetId,
        items: [good, bad],
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(`param: ${field}`);
    }
    const missing = await service.post('/evaluation_set_items', { ...good, evaluationSetId: 'ev_none' });
    expect(missing.status).toBe(404);
    expect((await service.get(`/evaluation_sets/${evaluationSetId}/items`)).body.evaluationSetItems).toEqual(
      [],
    );
  });

  it('accept only fields and types of the config, for schemas and fields arrays', async () => {
    proves(
      'expected.field-ids',
      'expected.types',
      'expected.extraction-schema',
      'expected.extraction-fields',
    );
    const nullable = (type: string) => ({ type: [type, 'null'] });
    const money = {
      type: 'object',
      'service:type': 'currency',
      properties: { amount: nullable('number'), iso_4217_currency_code: nullable('string') },
      required: ['amount', 'iso_4217_currency_code'],
    };
    const properties = { number: nullable('string'), total: money, paid: nullable('boolean') };
    const schema = { type: 'object', properties, required: ['number', 'total', 'paid'] };
    const field = (id: string, type: string) => ({ id, name: id, type, description: id });
    const fields = [field('number', 'string'), field('total', 'currency')];
    const fileId = await service.upload('a.txt', 'a');
    const eur = { amount: 7, iso_4217_currency_code: 'EUR' };
    for (const [config, good, bad] of [
      [
        { schema },
        [{ value: { number: '7', total: eur, paid: null } }, { value: {}, metadata: {} }],
        [
          [{ value: { total: 7 } }, 'expectedOutput.value.total'],
          [{ value: { paid: 'yes' } }, 'expectedOutput.value.paid'],
          [{ value: { sum: 7 } }, 'expectedOutput.value.sum'],
          [{ number: '7' }, 'expectedOutput'],
        ],
      ],
      [
        { fields },
        [
          {
            number: { id: 'number', type: 'string', value: '7' },
            total: { id: 'total', type: 'currency', value: eur },
          },
        ],
        [
          [{ total: { id: 'total', type: 'currency', value: 7 } }, 'expectedOutput.total.value'],
          [{ number: { id: 'number', type: 'number', value: 7 } }, 'expectedOutput.number.type'],
          [{ sum: { id: 'sum', type: 'number', value: 7 } }, 'expectedOutput.sum'],
          [{ number: '7' }, 'expectedOutput.number'],
        ],
      ],
    ] as const) {
      const evaluationSetId = await makeSet(service, await service.extractor(config));
      const item = (expectedOutput: object) =>
        service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput });
      for (const expectedOutput of good) {
        const { status, body } = await item(expectedOutput);
        expect([status, body.evaluationSetItem?.expectedOutput]).toEqual([200, expectedOutput]);
      }
      for (const [expectedOutput, place] of bad) {
        const { status, body } = await item(expectedOutput);
        expect([place, status, body.error]).toEqual([place, 400, expect.stringMatching(`param: ${place}$`)]);
      }
    }
  });

  it('accept {id, type} of a classification', async () => {
    proves('expected.classification');
    const { processor } = (await service.post('/processors', { name: 'C', type: 'CLASSIFY' })).body;
    const evaluationSetId = await makeSet(service, processor.id);
    const fileId = await service.upload('a.txt', 'a');
    const item = (expectedOutput: object) =>
      service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput });
    const other = { id: 'other', type: 'other' };
    expect((await item(other)).body.evaluationSetItem.expectedOutput).toEqual(other);
    for (const wrong of [{ value: {} }, { id: 'other' }, { splits: [] }])
      expect((await item(wrong)).body.error).toContain('param: expectedOutput');
  });

  it('accept one split, a list of splits, and a list under splits', async () => {
    proves('expected.splitter');
    const { processor } = (await service.post('/processors', { name: 'S', type: 'SPLITTER' })).body;
    const evaluationSetId = await makeSet(service, processor.id);
    const fileId = await service.upload('a.txt', 'a');
    const split = { classificationId: 'other', type: 'other', startPage: 1, endPage: 2 };
    for (const [expectedOutput, status] of [
      [split, 200],
      [[split, { ...split, startPage: 3, endPage: 3 }], 200],
      [{ splits: [split] }, 200],
      [{ splits: [{ ...split, endPage: 0 }] }, 400],
      [{ value: {} }, 400],
    ] as const) {
      const answer = await service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput });
      expect([expectedOutput, answer.status]).toEqual([expectedOutput, status]);
      if (status === 200) expect(answer.body.evaluationSetItem.expectedOutput).toEqual(expectedOutput);
    }
  });

  const twoClasses = (...names: string[]) =>
    names.map((name) => ({ id: `${name}_id`, type: name, description: name }));

  it.each([
    ['CLASSIFY', 'classifications', 'id'],
    ['SPLITTER', 'splitClassifications', 'classificationId'],
  ])(
    '%s: accept only classes of the draft or a published version, with id and type of one class',
    async (type, list, idName) => {
      proves('expected.known-classes');
      const made = await service.post('/processors', {
        name: 'P',
        type,
        config: { type, [list]: twoClasses('old', 'both') },
      });
      const path = `/processors/${made.body.processor.id}`;
      const published = await service.post(`${path}/publish`, { releaseType: 'major' });
      expect(published.status).toBe(200);
      await service.post(path, { config: { type, [list]: twoClasses('both', 'new') } });
      const evaluationSetId = await makeSet(service, made.body.processor.id);
      const fileId = await service.upload('a.txt', 'a');
      const gold = (id: unknown, label: unknown): Record<string, unknown> => ({
        [idName]: id,
        type: label,
        ...(type === 'SPLITTER' ? { startPage: 1, endPage: 1 } : {}),
      });
      const kept = await service.post('/evaluation_set_items', {
        evaluationSetId,
        fileId,
        expectedOutput: gold('old_id', 'old'),
      });
      const stored = `/evaluation_set_items/${kept.body.evaluationSetItem.id}`;
      for (const [id, label, wrong] of [
        ['old_id', 'old', null],
        ['both_id', 'both', null],
        ['new_id', 'new', null],
        [undefined, 'new', null],
        [null, 'old', null],
        ['new_id', 'both', 'type'],
        ['new_id', 'New', 'type'],
        ['new_id', 'new ', 'type'],
        [undefined, 'new_id', 'type'],
        ['mistyped', 'new', idName],
        ['new', 'new', idName],
        ['', 'new', idName],
        [7, 'new', idName],
      ] as const) {
        const expectedOutput = gold(id, label);
        const splits = { splits: [gold('both_id', 'both'), expectedOutput] };
        const forms: [object, string][] = [[expectedOutput, 'expectedOutput']];
        if (type === 'SPLITTER')
          forms.push([splits, 'expectedOutput.splits[1]'], [splits.splits, 'expectedOutput[1]']);
        for (const [form, place] of forms)
          for (const answer of [
            await service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput: form }),
            await service.post('/evaluation_set_items/bulk', {
              evaluationSetId,
              items: [{ fileId, expectedOutput: form }],
            }),
            await service.post(stored, { expectedOutput: form }),
          ]) {
            expect([id, label, answer.status]).toEqual([id, label, wrong === null ? 200 : 400]);
            if (wrong !== null)
              expect(answer.body.error).toMatch(new RegExp(`${escaped(place)}\\.${wrong}$`));
          }
      }
    },
  );

  it('accept the fields of the draft and of every published version, but not of two versions together', async () => {
    proves('expected.field-ids');
    const of = (name: string) => ({
      type: 'EXTRACT',
      schema: { type: 'object', properties: { [name]: { type: ['string', 'null'] } }, required: [name] },
    });
    const processorId = await service.extractor(of('first'));
    for (const name of ['second', 'draft']) {
      await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' });
      await service.post(`/processors/${processorId}`, { config: of(name) });
    }
    const evaluationSetId = await makeSet(service, processorId);
    const fileId = await service.upload('a.txt', 'a');
    for (const [value, status] of [
      [{ first: 'x' }, 200],
      [{ second: 'x' }, 200],
      [{ draft: 'x' }, 200],
      [{ third: 'x' }, 400],
      [{ first: 'x', draft: 'x' }, 400],
    ] as const) {
      const expectedOutput = { value };
      const answer = await service.post('/evaluation_set_items', { evaluationSetId, fileId, expectedOutput });
      expect([value, answer.status]).toEqual([value, status]);
    }
  });

  it('keep stored items when their class is removed from the processor or the processor is deleted', async () => {
    proves('expected.stored-items-stay');
    const config = { type: 'CLASSIFY', classifications: twoClasses('old') };
    const made = await service.post('/processors', { name: 'P', type: 'CLASSIFY', config });
    const path = `/processors/${made.body.processor.id}`;
    const evaluationSetId = await makeSet(service, made.body.processor.id);
    const fileId = await service.upload('a.txt', 'a');
    const item = { evaluationSetId, fileId, expectedOutput: { id: 'old_id', type: 'old' } };
    expect((await service.post('/evaluation_set_items', item)).status).toBe(200);
    const listed = async () =>
      (await service.get(`/evaluation_sets/${evaluationSetId}/items`)).body.evaluationSetItems.map(
        ({ expectedOutput }: typeof item) => expectedOutput,
      );
    await service.post(path, { config: { ...config, classifications: twoClasses('new') } });
    expect((await service.post('/evaluation_set_items', item)).status).toBe(400);
    expect(await listed()).toEqual([item.expectedOutput]);
    await service.request('DELETE', `/local${path}`);
    expect(await listed()).toEqual([item.expectedOutput]);
  });

  it('reject metadata that is not an object', async () => {
    proves('expected.metadata');
    const evaluationSetId = await makeSet(service, await service.extractor());
    const fileId = await service.upload('a.txt', 'a');
    for (const [metadata, status] of [
      [undefined, 200],
      [{}, 200],
      [{ number: { note: 'checked' } }, 200],
      [null, 400],
      ['text', 400],
      [[], 400],
      [7, 400],
    ] as const) {
      const expectedOutput = { value: { number: '7' }, metadata };
      const { status: found, body } = await service.post('/evaluation_set_items', {
        evaluationSetId,
        fileId,
        expectedOutput,
      });
      expect([metadata, found]).toEqual([metadata, status]);
      if (status === 400) expect(body.error).toMatch(/param: expectedOutput\.metadata$/);
    }
  });
});

function escaped(text: string): string {
  return text.replace(/[[\].]/g, '\\$&');
}
