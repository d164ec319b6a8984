import { Pool } from 'undici';

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  readonly body: any;
  readonly ms: number;
}
export type Send = (method: 'GET' | 'POST', address: string, body?: unknown) => Promise<Reply>;

/** Opens connections to the service that stay open, and returns a function that sends requests over them. */
export function openRequests(url: string, connections: number): { send: Send; close(): Promise<void> } {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = {
    authorization: 'Bearer sk_bench',
    'x-service-api-version': '2025-04-21',
    'content-type': 'application/json',
  };
  return {
    send: async (method, address, body) => {
      const startedAt = performance.now();
      const answer = await pool.request({
        method,
        path: address,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const parsed: unknown = await answer.body.json();
      return { status: answer.statusCode, body: parsed, ms: performance.now() - startedAt };
    },
    close: () => pool.destroy(),
  };
}

/** Calls `work` for 0 to count - 1, with at most `clients` calls at the same time. */
export async function atOnce(
  count: number,
  clients: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

export async function makeExtractor(send: Send): Promise<string> {
  const { body } = await send('POST', '/processors', {
    name: 'Bench',
    type: 'EXTRACT',
    config: {
      type: 'EXTRACT',
      schema: {
        type: 'object',
        properties: { number: { type: ['string', 'null'], description: 'Number' } },
        required: ['number'],
      },
    },
  });
  return body.processor.id as string;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
