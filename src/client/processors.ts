import {
  type Processor,
  type ProcessorCreateRequest,
  type ProcessorListQuery,
  type ProcessorUpdateRequest,
  processorListSchema,
  processorResponseSchema,
} from '../model/wire/processor.ts';
import {
  type ProcessorVersion,
  type PublishRequest,
  publishResponseSchema,
  versionListSchema,
  versionResponseSchema,
} from '../model/wire/processor-version.ts';
import type { CallOptions } from './call-options.ts';
import { pagesOf } from './pages-of.ts';
import type { Transport } from './transport.ts';

/** Processors and their versions. Creating and publishing are not repeated by a lost answer: they look first. */
export class Processors {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async *list(query: ProcessorListQuery = {}, options: CallOptions = {}): AsyncGenerator<Processor> {
    const pages = pagesOf(this.#transport, {
      path: '/processors',
      query,
      answer: processorListSchema,
      ...options,
    });
    for await (const page of pages) yield* page.processors;
  }

  /** The first processor of that name and kind, or null. */
  async findByName(name: string, type: string, options: CallOptions = {}): Promise<Processor | null> {
    for await (const processor of this.list({}, options))
      if (processor.name === name && processor.type === type) return processor;
    return null;
  }

  async create(body: ProcessorCreateRequest, options: CallOptions = {}): Promise<Processor> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: '/processors',
      json: body,
      answer: processorResponseSchema,
      lane: 'submit',
      recover: async () => {
        const processor = await this.findByName(body.name, body.type, options);
        return processor === null ? null : { success: true, processor };
      },
      ...options,
    });
    return answer.processor;
  }

  /** Edits the draft; doing it twice is doing it once. */
  async update(id: string, body: ProcessorUpdateRequest, options: CallOptions = {}): Promise<Processor> {
    const answer = await this.#transport.request({
      method: 'POST',
      path: `/processors/${encodeURIComponent(id)}`,
      json: body,
      answer: processorResponseSchema,
      lane: 'submit',
      ...options,
    });
    return answer.processor;
  }

  async publish(id: string, body: PublishRequest, options: CallOptions = {}): Promise<ProcessorVersion> {
    const before = new Set((await this.versions(id, options)).map((version) => version.id));
    const answer = await this.#transport.request({
      method: 'POST',
      path: `/processors/${encodeURIComponent(id)}/publish`,
      json: body,
      answer: publishResponseSchema,
      lane: 'submit',
      recover: async () => {
        const made = (await this.versions(id, options)).find(
          (version) => version.version !== 'draft' && !before.has(version.id),
        );
        return made === undefined ? null : { success: true, processorVersion: made };
      },
      ...options,
    });
    return answer.processorVersion;
  }

  /** Newest first, the draft included. */
  async versions(id: string, options: CallOptions = {}): Promise<readonly ProcessorVersion[]> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/processors/${encodeURIComponent(id)}/versions`,
      answer: versionListSchema,
      lane: 'poll',
      ...options,
    });
    return answer.versions;
  }

  async version(id: string, versionId: string, options: CallOptions = {}): Promise<ProcessorVersion> {
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/processors/${encodeURIComponent(id)}/versions/${encodeURIComponent(versionId)}`,
      answer: versionResponseSchema,
      lane: 'poll',
      ...options,
    });
    return answer.version;
  }
}
