import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service whose runs end immediately, so that only the work of the client is measured. One request creates a run and a
 * second one reads it, as with a real service. Prints its address as one line.
 */
const config = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { text: { type: ['string', 'null'] } }, required: ['text'] },
};
const version = { id: 'dpv_1', processorId: 'dp_1', processorName: 'bench', version: 'draft', config };
let made = 0;
const runs = new Map<string, unknown>();

function answer(method: string, path: string, body: () => Record<string, unknown>): unknown {
  if (path === '/processors/dp_1/versions') return { versions: [version] };
  if (path.startsWith('/processors/dp_1/versions/')) return { version };
  if (path === '/processor_runs' && method === 'POST') {
    const { rawText, metadata } = body();
    const id = `dpr_${++made}`;
    const run = { id, processorVersionId: 'dpv_1', metadata, usage: { credits: 1 } };
    const output = { value: { text: rawText }, metadata: { text: { logprobsConfidence: 0.9 } } };
    runs.set(id, { ...run, status: 'PROCESSED', output });
    return { processorRun: { ...run, status: 'PROCESSING', output: null } };
  }
  if (path === '/processor_runs') return { processorRuns: [] };
  const id = path.split('/').at(-1) ?? '';
  const processorRun = runs.get(id);
  runs.delete(id);
  return { processorRun };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = () => JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ success: true, ...(answer(request.method ?? 'GET', path, body) as object) }),
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
