import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import type { Random } from '../../src/base/random.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Body = any;
interface Reply {
  readonly status: number;
  readonly body: Body;
}
type Operation = () => Promise<void>;

/** Sends random requests of every kind that clients of a service send. */
export interface MixedLoad {
  /** Sends one random request, or several that belong together. Throws if a status is unexpected. */
  one(): Promise<void>;
  /**
   * Adds runs of low priority until `waiting` runs are in the queue. Returns how many runs were in the queue before.
   */
  fill(waiting: number): Promise<number>;
  /** Number of operations so far, by name. */
  readonly counts: ReadonlyMap<string, number>;
}

const headers = { authorization: 'Bearer sk_bench', 'x-service-api-version': '2025-04-21' };
const ended = ['PROCESSED', 'FAILED', 'CANCELLED', 'NEEDS_REVIEW', 'REJECTED'];
const urgent = 10;
const queued = 90;

/** Returns the first versions of the bundled processors and the bytes of the bundled documents. */
function bundled() {
  const folder = path.join(import.meta.dirname, '../../datasets');
  const config = (name: string): Body =>
    JSON.parse(readFileSync(path.join(folder, name, 'processor.json'), 'utf8')).versions[0].config;
  const files = (name: string) =>
    readdirSync(path.join(folder, name, 'files')).map((file) => ({
      name: file,
      bytes: readFileSync(path.join(folder, name, 'files', file)),
    }));
  return { config, files };
}

export async function mixedLoad(url: string, webhookUrl: string, random: Random): Promise<MixedLoad> {
  const counts = new Map<string, number>();
  const call = async (method: string, address: string, body?: unknown): Promise<Reply> => {
    const bytes = body instanceof Uint8Array;
    const response = await fetch(`${url}${address}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
        ...(bytes ? { 'content-disposition': 'attachment; filename="document"' } : {}),
      },
      body: body === undefined ? null : bytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const done = async (method: string, address: string, body?: unknown, status = 200): Promise<Body> => {
    const reply = await call(method, address, body);
    if (reply.status !== status)
      throw new Error(
        `${method} ${address}: found ${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}, expected ${status}`,
      );
    return reply.body;
  };
  const { config, files } = bundled();
  const make = async (type: string, name: string): Promise<string> =>
    (await done('POST', '/processors', { name, type, config: config(name) })).processor.id;
  const extractor = await make('EXTRACT', 'invoices');
  const classifier = await make('CLASSIFY', 'mixed-documents');
  const splitter = await make('SPLITTER', 'packets');
  const invoices = files('invoices');
  const pdfs = invoices.filter(({ name }) => name.endsWith('.pdf'));
  const scans = invoices.filter(({ name }) => !name.endsWith('.pdf'));
  let unique = 0;
  /** Returns a copy of a document with another hash, so that the service reads it again. */
  const copyOf = ({ bytes }: { readonly bytes: Buffer }): Uint8Array =>
    Buffer.concat([bytes, Buffer.from(`\n%${unique++}`)]);
  const upload = async (bytes: Uint8Array): Promise<string> =>
    (await done('POST', '/files/upload', bytes)).file.id;
  const fileIds: string[] = [];
  for (const file of [...pdfs.slice(0, 20), ...files('packets').slice(0, 5)])
    fileIds.push(await upload(file.bytes));
  const { workflow } = await done('POST', '/workflows', { name: 'chain' });
  await done('PUT', `/local/workflows/${workflow.id}/definition`, { steps: [{ processorId: extractor }] });
  const { evaluationSet } = await done('POST', '/evaluation_sets', { name: 'set', processorId: extractor });
  await done('POST', '/evaluation_set_items/bulk', {
    evaluationSetId: evaluationSet.id,
    items: fileIds.slice(0, 5).map((fileId) => ({ fileId, expectedOutput: { value: {} } })),
  });
  await done('POST', '/local/webhook_endpoints', {
    url: webhookUrl,
    eventTypes: ['processor_run.processed'],
  });

  const waiting: string[] = [];
  const text = (): string =>
    `Invoice ${unique++}\nInvoice number: INV-${random.integer(1e6)}\nTotal: ${random.integer(1e5)}.00 EUR\n`;
  const end = async (address: string, member: string): Promise<Body> => {
    for (;;) {
      const object = (await done('GET', address))[member];
      if (ended.includes(object.status)) return object;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const run = async (body: object): Promise<string> =>
    (await done('POST', '/processor_runs', { priority: urgent, ...body })).processorRun.id;
  const runToEnd = async (body: object): Promise<void> => {
    const object = await end(`/processor_runs/${await run(body)}`, 'processorRun');
    if (object.status !== 'PROCESSED') throw new Error(`run: ${object.status} ${object.failureMessage}`);
  };

  const operations: Readonly<Record<string, readonly [weight: number, Operation]>> = {
    'extract a text': [12, () => runToEnd({ processorId: extractor, rawText: text() })],
    'extract a new PDF, then delete file and run': [
      4,
      async () => {
        const fileId = await upload(copyOf(random.pick(pdfs)));
        const id = await run({ processorId: extractor, file: { fileId } });
        await end(`/processor_runs/${id}`, 'processorRun');
        await done('DELETE', `/processor_runs/${id}`);
        await done('DELETE', `/files/${fileId}`);
      },
    ],
    'extract a new scan': [
      1,
      async () =>
        runToEnd({ processorId: extractor, file: { fileId: await upload(copyOf(random.pick(scans))) } }),
    ],
    'classify and wait': [
      4,
      async () =>
        void (await done('POST', '/processor_runs', {
          processorId: classifier,
          priority: urgent,
          sync: true,
          file: { fileId: random.pick(fileIds) },
        })),
    ],
    'split a packet': [2, () => runToEnd({ processorId: splitter, file: { fileId: fileIds.at(-1) } })],
    'get a queued run': [15, async () => void (await call('GET', `/processor_runs/${random.pick(waiting)}`))],
    'list three pages of runs': [
      5,
      async () => {
        let token = '';
        for (let page = 0; page < 3; page++) {
          const next = token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
          const status = random.pick(['PENDING', 'PROCESSED']);
          const query = token === '' ? `status=${status}&` : '';
          const body = await done('GET', `/processor_runs?${query}maxPageSize=50${next}`);
          token = body.nextPageToken ?? '';
          if (token === '') break;
        }
      },
    ],
    'cancel a queued run': [
      3,
      async () => {
        const [id = ''] = waiting.splice(random.integer(waiting.length), 1);
        await call('POST', `/processor_runs/${id}/cancel`, {});
      },
    ],
    'run a workflow': [
      2,
      async () => {
        const body = await done('POST', '/workflow_runs', {
          workflowId: workflow.id,
          rawTexts: [text()],
          priority: urgent,
        });
        await end(`/workflow_runs/${body.workflowRuns[0].id}`, 'workflowRun');
      },
    ],
    'run an evaluation set': [
      1,
      async () => {
        const body = { processorId: extractor, evaluationSetId: evaluationSet.id, priority: urgent };
        const { batchProcessorRun } = await done('POST', '/local/batch_processor_runs', body);
        await end(`/batch_processor_runs/${batchProcessorRun.id}`, 'batchProcessorRun');
      },
    ],
    'parse a file': [
      2,
      async () => void (await done('POST', '/parse', { file: { fileId: random.pick(fileIds) }, config: {} })),
    ],
    'get a file with its text': [
      3,
      async () => void (await done('GET', `/files/${random.pick(fileIds)}?rawText=true&markdown=true`)),
    ],
    'create, publish and delete a processor': [
      1,
      async () => {
        const body = { name: 'short', type: 'EXTRACT', config: config('invoices') };
        const { processor } = await done('POST', '/processors', body);
        await done('POST', `/processors/${processor.id}/publish`, { releaseType: 'major' });
        await runToEnd({ processorId: processor.id, rawText: text() });
        await done('DELETE', `/local/processors/${processor.id}`);
      },
    ],
    'create and delete a token': [
      1,
      async () => {
        const { token } = await done('POST', '/local/tokens', { label: 'short' });
        await done('DELETE', `/local/tokens/${token.id}`);
      },
    ],
    'send an invalid request': [
      4,
      async () => {
        await done('GET', `/processor_runs/dpr_${unique++}`, undefined, 404);
        await done('POST', '/processor_runs', { processorId: extractor, unknown: unique }, 400);
      },
    ],
    'send a document that cannot be read': [
      1,
      async () => {
        const fileId = await upload(Buffer.from(`%PDF-1.7 broken ${unique++}`));
        const object = await end(
          `/processor_runs/${await run({ processorId: extractor, file: { fileId } })}`,
          'processorRun',
        );
        if (object.status !== 'FAILED') throw new Error(`a broken PDF: ${object.status}`);
      },
    ],
    'drop the connection during an upload': [2, () => dropUpload(url, 20_000 + random.integer(100_000))],
    'leave while waiting for a run': [
      2,
      async () => {
        const body = JSON.stringify({
          processorId: extractor,
          rawText: text(),
          priority: urgent,
          sync: true,
        });
        const signal = AbortSignal.timeout(1 + random.integer(20));
        await fetch(`${url}/processor_runs`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          signal,
        }).then(
          (response) => response.text(),
          () => '',
        );
      },
    ],
    'read the description': [1, async () => void (await done('GET', '/local/openapi.json'))],
  };
  const choices = Object.entries(operations).flatMap(([name, [weight, operation]]) =>
    Array.from({ length: weight }, () => ({ name, operation })),
  );
  return {
    counts,
    one: async () => {
      const { name, operation } = random.pick(choices);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await operation();
    },
    fill: async (count) => {
      const { runs } = await done('GET', '/local/health');
      for (let index = runs.waiting; index < count; index++) {
        const input = random.next() < 0.2 ? { file: { fileId: random.pick(fileIds) } } : { rawText: text() };
        waiting.push(await run({ processorId: extractor, priority: queued, ...input }));
      }
      // Drops the oldest runs from the list, because they have ended by now.
      waiting.splice(0, waiting.length - count);
      return runs.waiting;
    },
  };
}

/** Announces an upload and closes the connection in the middle of its body. */
async function dropUpload(url: string, length: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    const head = [
      'POST /files/upload HTTP/1.1',
      'host: localhost',
      `authorization: ${headers.authorization}`,
      `x-service-api-version: ${headers['x-service-api-version']}`,
      'content-type: application/octet-stream',
      'content-disposition: attachment; filename="document"',
      `content-length: ${length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(length / 2)}`, () => socket.destroy());
  });
}
