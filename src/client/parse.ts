import { type ParseRequest, type ParserRun, parserRunSchema } from '../model/wire/parser-run.ts';
import type { CallOptions } from './call-options.ts';
import type { Transport } from './transport.ts';

export class Parse {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Synchronous: the answer is the finished parse. A repeat reuses what was parsed already. */
  async parse(body: ParseRequest, options: CallOptions = {}): Promise<ParserRun> {
    return this.#transport.request({
      method: 'POST',
      path: '/parse',
      json: { ...body, config: body.config ?? {} },
      answer: parserRunSchema,
      lane: 'submit',
      ...options,
    });
  }
}
