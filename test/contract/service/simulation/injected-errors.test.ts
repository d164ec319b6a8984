import { describe, expect, it } from 'vitest';
import { times } from '../../../fixtures/long-form.ts';
import { sharedService, type TestService } from '../../../fixtures/service/service-harness.ts';

const echoEngine = new URL('../../../fixtures/service/echo-engine.ts', import.meta.url).href;
const service = sharedService({ engineModule: echoEngine });

interface InjectedError {
  readonly kind: string;
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const text = { type: ['string', 'null'], description: 'd' };
const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    required: ['name', 'date', 'total', 'note', 'lines'],
    properties: {
      name: text,
      date: { ...text, 'service:type': 'date' },
      total: { type: ['number', 'null'], description: 'd' },
      note: text,
      lines: { type: 'array', items: { type: 'object', required: ['item'], properties: { item: text } } },
    },
  },
};
const classes = ['a', 'b', 'c'].map((id) => ({ id, type: `type ${id}`, description: id }));

async function make(service: TestService, type: string, body: object): Promise<string> {
  return (await service.post('/processors', { name: type, type, config: { type, ...body } })).body.processor
    .id;
}

async function inject(service: TestService, body: object): Promise<string> {
  const { status, body: answer } = await service.post('/local/injected_errors', body);
  expect([status, answer.error]).toEqual([200, undefined]);
  return answer.injection.id;
}

/** Runs a document whose text is its output. Returns the output and the injected errors that the service reports. */
async function run(service: TestService, processorId: string, output: unknown) {
  const rawText = JSON.stringify(output);
  const ended = (await service.post('/processor_runs', { processorId, rawText, sync: true })).body
    .processorRun;
  expect(ended).toMatchObject({ status: 'PROCESSED' });
  const { body } = await service.get(`/local/processor_runs/${ended.id}/injected_errors`);
  return {
    output: ended.output,
    errors: body.injectedErrors as InjectedError[],
    engineOutput: body.engineOutput,
  };
}

function document(index: number) {
  const confidence = { logprobsConfidence: 0.8, ocrConfidence: 0.9 };
  return {
    value: {
      name: `Name ${index}`,
      date: '2024-02-29',
      total: 100 + index,
      note: null,
      lines: [{ item: `first ${index}` }, { item: `second ${index}` }],
    },
    metadata: {
      name: confidence,
      date: confidence,
      total: confidence,
      'lines[0].item': confidence,
      'lines[1].item': { ...confidence, logprobsConfidence: 0.7 },
    },
  };
}

/** Returns three standard errors of the binomial distribution. */
const threeErrors = (rate: number, count: number): number => 3 * Math.sqrt((rate * (1 - rate)) / count);

describe('injected errors', () => {
  it('change exactly the values that the run reports, and nothing without an injection', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    const clean = await run(service, processorId, document(0));
    expect(clean).toEqual({ output: document(0), errors: [], engineOutput: document(0) });
    const injectionId = await inject(service, {
      processorId,
      seed: 3,
      fields: { '*': { drop: 0.2, alter: 0.2, add: 0.3 }, lines: { drop: 0.2, add: 0.2 } },
    });
    const counts: Record<string, number> = {};
    for (let index = 0; index < 25; index++) {
      const { output, errors, engineOutput } = await run(service, processorId, document(index));
      expect(engineOutput).toEqual(document(index));
      for (const { kind } of errors) counts[kind] = (counts[kind] ?? 0) + 1;
      const changed = new Map(errors.map((error) => [error.path, error]));
      const value = document(index).value as Record<string, unknown>;
      for (const name of ['name', 'date', 'total', 'note']) {
        expect(output.value[name]).toEqual(changed.has(name) ? changed.get(name)?.after : value[name]);
        if (changed.has(name)) expect(output.value[name]).not.toEqual(value[name]);
        expect(name in output.metadata).toBe(output.value[name] !== null);
      }
      const dropped = errors.filter(({ kind }) => kind === 'drop-row').length;
      const made = errors.filter(({ kind }) => kind === 'add-row').length;
      expect(output.value.lines).toHaveLength(2 - dropped + made);
    }
    expect(Object.keys(counts).sort()).toEqual(['add', 'add-row', 'alter', 'drop', 'drop-row']);
    await service.request('DELETE', `/local/injected_errors/${injectionId}`);
    expect((await run(service, processorId, document(0))).errors).toEqual([]);
  });

  it('are the same for the same seed and file in every run', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    const id = await inject(service, { processorId, seed: 'x', fields: { '*': { alter: 0.5 } } });
    const first = await run(service, processorId, document(1));
    expect(await run(service, processorId, document(1))).toEqual(first);
    await service.request('DELETE', `/local/injected_errors/${id}`);
    await inject(service, { processorId, seed: 'y', fields: { '*': { alter: 0.5 } } });
    expect((await run(service, processorId, document(1))).errors).not.toEqual(first.errors);
  });

  it('occur at the requested rates per field', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    await inject(service, { processorId, fields: { total: { alter: 0.25 }, name: { drop: 0.5 } } });
    const kinds: string[] = [];
    const documents = times(40, 120);
    for (let index = 0; index < documents; index++)
      for (const { kind, path } of (await run(service, processorId, document(index))).errors)
        kinds.push(`${kind} ${path}`);
    expect(new Set(kinds)).toEqual(new Set(['alter total', 'drop name']));
    const share = (word: string): number => kinds.filter((kind) => kind === word).length / documents;
    expect(Math.abs(share('alter total') - 0.25)).toBeLessThan(threeErrors(0.25, documents));
    expect(Math.abs(share('drop name') - 0.5)).toBeLessThan(threeErrors(0.5, documents));
  });

  it('make confidences too high or too low', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    const confidences = async (confidence: object) => {
      const id = await inject(service, { processorId, confidence, fields: { name: { alter: 0.1 } } });
      const { output } = await run(service, processorId, document(1));
      await service.request('DELETE', `/local/injected_errors/${id}`);
      return output.metadata.name;
    };
    expect(await confidences({ shift: 0.5 })).toEqual({ logprobsConfidence: 0.9, ocrConfidence: 0.95 });
    expect(await confidences({ shift: -0.5 })).toEqual({ logprobsConfidence: 0.4, ocrConfidence: 0.45 });
    expect(await confidences({ base: 'injected' })).toEqual({ logprobsConfidence: 0.9, ocrConfidence: 0.9 });
  });

  it('keep the metadata of the remaining rows', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    await inject(service, { processorId, seed: 1, fields: { lines: { drop: 0.5 } } });
    for (let index = 0; index < 20; index++) {
      const { output } = await run(service, processorId, document(index));
      if (output.value.lines.length !== 1) continue;
      const second = output.value.lines[0].item.startsWith('second');
      expect(output.metadata['lines[0].item'].logprobsConfidence).toBe(second ? 0.7 : 0.8);
      expect(output.metadata).not.toHaveProperty('lines[1].item');
    }
  });

  it('confuse classes with the given probabilities', async () => {
    const processorId = await make(service, 'CLASSIFY', { classifications: classes });
    await inject(service, { processorId, confusion: { a: { b: 0.3, c: 0.2 } } });
    const answers: string[] = [];
    const documents = times(60, 120);
    for (let index = 0; index < documents; index++) {
      const { output, errors } = await run(service, processorId, {
        id: 'a',
        type: 'type a',
        confidence: 0.5,
        note: index,
      });
      expect(output.type).toBe(`type ${output.id}`);
      expect(errors.map(({ before, after }) => [before, after])).toEqual(
        output.id === 'a' ? [] : [['a', output.id]],
      );
      answers.push(output.id);
    }
    const share = (id: string): number => answers.filter((answer) => answer === id).length / documents;
    expect(Math.abs(share('b') - 0.3)).toBeLessThan(threeErrors(0.3, documents));
    expect(Math.abs(share('c') - 0.2)).toBeLessThan(threeErrors(0.2, documents));
    const other = await run(service, processorId, { id: 'b', type: 'type b', confidence: 0.5 });
    expect(other.output.id).toBe('b');
  });

  it('shift, miss and add boundaries without losing a page', async () => {
    const processorId = await make(service, 'SPLITTER', { splitClassifications: classes });
    const splits = [1, 4, 7, 10].map((startPage, index) => ({
      id: `s${index}`,
      classificationId: 'a',
      type: 'type a',
      startPage,
      endPage: startPage + 2,
    }));
    const starts = async (rates: object): Promise<[number[], InjectedError[]]> => {
      const id = await inject(service, { processorId, splits: rates });
      const { output, errors } = await run(service, processorId, { splits });
      await service.request('DELETE', `/local/injected_errors/${id}`);
      let next = 1;
      for (const split of output.splits) {
        expect(split.startPage).toBe(next);
        expect(split.endPage).toBeGreaterThanOrEqual(split.startPage);
        next = split.endPage + 1;
      }
      expect(next).toBe(13);
      return [output.splits.map(({ startPage }: { startPage: number }) => startPage), errors];
    };
    expect((await starts({ miss: 1 }))[0]).toEqual([1]);
    const [shifted, errors] = await starts({ shift: 1 });
    expect(shifted).toHaveLength(4);
    shifted.slice(1).forEach((start, index) => {
      expect(Math.abs(start - (splits[index + 1]?.startPage ?? 0))).toBe(1);
    });
    expect(errors.map(({ kind }) => kind)).toEqual(Array(3).fill('boundary-shift'));
    expect((await starts({ add: 1 }))[0]).toHaveLength(8);
    expect((await starts({}))[0]).toEqual([1, 4, 7, 10]);
  });

  it('can be limited to one version', async () => {
    const processorId = await make(service, 'EXTRACT', config);
    await service.post(`/processors/${processorId}/publish`, { releaseType: 'major' });
    await inject(service, { processorId, version: 'draft', fields: { name: { drop: 1 } } });
    const name = async (version: string): Promise<unknown> => {
      const body = { processorId, version, rawText: JSON.stringify(document(1)) };
      const { processorRun } = (await service.post('/processor_runs', body)).body;
      return (await service.ended(processorRun.id)).output.value.name;
    };
    expect(await name('1.0')).toBe('Name 1');
    expect(await name('draft')).toBeNull();
  });

  it.each([
    [{ processorId: 'dp_none' }, 404, 'Resource not found.'],
    [{ processorId: 'ID', fields: { x: { drop: 1.5 } } }, 400, 'param: fields.x.drop'],
    [{ processorId: 'ID', splits: { shift: -1 } }, 400, 'param: splits.shift'],
    [{}, 400, 'param: processorId'],
  ])('with the invalid settings %j are rejected', async (body, status, word) => {
    const processorId = await make(service, 'EXTRACT', config);
    const filled = JSON.parse(JSON.stringify(body).replace('"ID"', JSON.stringify(processorId))) as object;
    const { injections } = (await service.get('/local/injected_errors')).body;
    const answer = await service.post('/local/injected_errors', filled);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(word)]);
    expect((await service.get('/local/injected_errors')).body.injections).toEqual(injections);
    expect((await service.get('/local/processor_runs/dpr_none/injected_errors')).status).toBe(404);
  });
});
