import {
  type Processor,
  type ProcessorCreateRequest,
  type ProcessorListQuery,
  type ProcessorUpdateRequest,
  type ProcessorVersion,
  type PublishRequest,
  processorListSchema,
  processorResponseSchema,
  publishResponseSchema,
  versionListSchema,
  versionResponseSchema,
} from '../model/wire/processor.ts';
import type { CallOptions } from './client-options.ts';
import { pathOf, Resource } from './resource.ts';

/**
 * If a response was lost, `create` and `publish` first check whether the service executed the request. They send the
 * request again only if the service did not execute it.
 */
export class Processors extends Resource {
  async *list(query?: ProcessorListQuery, options?: CallOptions): AsyncGenerator<Processor> {
    const pages = this.pages('/processors', processorListSchema, options, query);
    for await (const page of pages) yield* page.processors;
  }

  async findByName(name: string, type: string, options?: CallOptions): Promise<Processor | null> {
    for await (const processor of this.list({}, options))
      if (processor.name === name && processor.type === type) return processor;
    return null;
  }

  async create(body: ProcessorCreateRequest, options?: CallOptions): Promise<Processor> {
    const schema = processorResponseSchema;
    const response = await this.postJson('/processors', body, schema, options, async () => {
      const processor = await this.findByName(body.name, body.type, options);
      return processor && { success: true, processor };
    });
    return response.processor;
  }

  async update(id: string, body: ProcessorUpdateRequest, options?: CallOptions): Promise<Processor> {
    const path = pathOf('processors', id);
    return (await this.postJson(path, body, processorResponseSchema, options)).processor;
  }

  async publish(id: string, body: PublishRequest, options?: CallOptions): Promise<ProcessorVersion> {
    const before = new Set((await this.versions(id, options)).map((version) => version.id));
    const path = pathOf('processors', id, 'publish');
    const response = await this.postJson(path, body, publishResponseSchema, options, async () => {
      const processorVersion = (await this.versions(id, options)).find(
        (version) => version.version !== 'draft' && !before.has(version.id),
      );
      return processorVersion === undefined ? null : { success: true, processorVersion };
    });
    return response.processorVersion;
  }

  /** Returns the versions including the draft, newest first. */
  async versions(id: string, options?: CallOptions): Promise<readonly ProcessorVersion[]> {
    return (await this.getJson(pathOf('processors', id, 'versions'), versionListSchema, options)).versions;
  }

  async version(id: string, versionId: string, options?: CallOptions): Promise<ProcessorVersion> {
    const path = pathOf('processors', id, 'versions', versionId);
    return (await this.getJson(path, versionResponseSchema, options)).version;
  }
}
