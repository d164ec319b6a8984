import { setTimeout as delay } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
export type Body = any;

const ended = ['PROCESSED', 'FAILED', 'CANCELLED', 'REJECTED'];

/**
 * A client that waits while the service is not reachable. After an interrupted request, it looks for the object that
 * the request may have created.
 */
export class KilledServiceClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async processor(config: Body): Promise<string> {
    const found = async () =>
      (await this.#read('/processors?maxPageSize=100'))?.processors.find(
        ({ name }: Body) => name === 'kills',
      );
    const make = () => this.#send('POST', '/processors', { name: 'kills', type: 'EXTRACT', config });
    return (await this.#made(make, 'processor', found)).id;
  }

  async upload(bytes: Buffer, name: string): Promise<string> {
    const make = () => this.#send('POST', '/files/upload', bytes, name);
    // Does not look for an earlier upload, because a second copy of a file costs nothing.
    return (await this.#made(make, 'file', async () => undefined)).id;
  }

  /**
   * Creates the run of a document. After a broken connection, returns the run that the service already has, if there
   * is one.
   */
  async create(processorId: string, fileId: string, name: string): Promise<string> {
    const body = { processorId, file: { fileId, fileName: name }, metadata: { name } };
    const make = () => this.#send('POST', '/processor_runs', body);
    const found = async () =>
      (await this.ownRuns(processorId)).find(({ metadata }: Body) => metadata.name === name);
    return (await this.#made(make, 'processorRun', found)).id;
  }

  /** Runs an evaluation set of some documents and returns the ended batch. */
  async batch(processorId: string, documents: readonly Buffer[]): Promise<Body | null> {
    const none = async () => undefined;
    const set = await this.#made(
      () => this.#send('POST', '/evaluation_sets', { name: 'set', processorId }),
      'evaluationSet',
      none,
    );
    for (const [index, bytes] of documents.entries()) {
      const fileId = await this.upload(bytes, `${index}`);
      const item = { evaluationSetId: set.id, fileId, expectedOutput: { value: {} } };
      const found = async () =>
        (await this.#read(`/evaluation_sets/${set.id}/items?maxPageSize=100`))?.evaluationSetItems[index];
      await this.#made(() => this.#send('POST', '/evaluation_set_items', item), 'evaluationSetItem', found);
    }
    const make = () =>
      this.#send('POST', '/local/batch_processor_runs', { processorId, evaluationSetId: set.id });
    const batch = await this.#made(make, 'batchProcessorRun', none);
    return this.ended(`/batch_processor_runs/${batch.id}`, 'batchProcessorRun');
  }

  /** Runs a workflow with one step and returns the ended run. */
  async workflowRun(processorId: string, text: string): Promise<Body | null> {
    const none = async () => undefined;
    const workflow = await this.#made(
      () => this.#send('POST', '/workflows', { name: 'chain' }),
      'workflow',
      none,
    );
    const definition = { steps: [{ processorId }] };
    const put = () => this.#send('PUT', `/local/workflows/${workflow.id}/definition`, definition);
    await this.#made(put, 'definition', async () => undefined);
    const make = () => this.#send('POST', '/workflow_runs', { workflowId: workflow.id, rawTexts: [text] });
    const [run] = await this.#made(make, 'workflowRuns', none);
    return this.ended(`/workflow_runs/${run.id}`, 'workflowRun');
  }

  /** Polls an object until it has ended. Returns `null` if the service does not know the object. */
  async ended(address: string, member: string): Promise<Body | null> {
    for (;;) {
      const body = await this.#read(address);
      if (body === null) return null;
      if (ended.includes(body[member].status)) return body[member];
      await delay(50);
    }
  }

  /** Returns the runs that `create` made with the processor, each with its metadata. */
  async ownRuns(processorId: string): Promise<Body[]> {
    const body = await this.#read(`/processor_runs?processorId=${processorId}&source=API&maxPageSize=1000`);
    const runs: Body[] = [];
    for (const { id, metadata } of body?.processorRuns ?? []) {
      const run = metadata === undefined ? await this.#read(`/processor_runs/${id}`) : null;
      runs.push(run?.processorRun ?? { id, metadata });
    }
    return runs.filter(({ metadata }) => metadata?.name !== undefined);
  }

  /**
   * Sends a request that creates an object until the service acknowledges it. After a broken connection, first looks
   * for the object.
   */
  async #made(
    make: () => Promise<Body | null>,
    member: string,
    find: () => Promise<Body | undefined>,
  ): Promise<Body> {
    for (;;) {
      const body = await make();
      if (body !== null) return body[member];
      const found = await find();
      if (found !== undefined) return found;
    }
  }

  /** Reads an object. Returns `null` if the service does not know the object. */
  async #read(address: string): Promise<Body | null> {
    for (;;) {
      const body = await this.#send('GET', address);
      if (body === 404) return null;
      if (body !== null) return body;
    }
  }

  /**
   * Returns the body of a response, or 404 if the service responds with this status. Returns `null` if the connection
   * broke or the service is stopping. Throws for any other error status.
   */
  async #send(method: string, address: string, body?: unknown, name?: string): Promise<Body | 404 | null> {
    const isUpload = body instanceof Uint8Array;
    const type = isUpload ? 'application/octet-stream' : 'application/json';
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.#url}${address}`, {
        method,
        headers: {
          authorization: 'Bearer sk_kills',
          'x-service-api-version': '2025-04-21',
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` }),
        },
        body: body === undefined ? null : isUpload ? new Uint8Array(body) : JSON.stringify(body),
      });
      text = await response.text();
    } catch {
      await delay(20);
      return null;
    }
    if (response.status === 404) return 404;
    // The service responds with 503 while it stops, so the client tries again.
    if (response.status === 503) return null;
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  }
}
