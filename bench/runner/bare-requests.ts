import { Pool } from 'undici';

/**
 * Sends only the two requests per item that a run needs. The benchmark compares the runner with this program.
 * Arguments: `url count`.
 */
const [url = '', count = ''] = process.argv.slice(2);
const pool = new Pool(url, { connections: 64 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
let next = 0;

async function worker(): Promise<void> {
  while (next < Number(count)) {
    const n = ++next;
    const tag = { record: 'bench', set: 'bench', item: `item-${n}`, version: 'draft', repeat: 1, attempt: 1 };
    const run = { processorId: 'dp_1', rawText: `text ${n}`, version: 'draft', metadata: { goldset: tag } };
    const made = await pool.request({
      method: 'POST',
      path: '/processor_runs',
      headers,
      body: JSON.stringify(run),
    });
    const { processorRun } = (await made.body.json()) as { processorRun: { id: string } };
    const read = await pool.request({ method: 'GET', path: `/processor_runs/${processorRun.id}`, headers });
    await read.body.json();
  }
}

const before = process.cpuUsage();
await Promise.all(Array.from({ length: 32 }, worker));
const { user, system } = process.cpuUsage(before);
await pool.close();
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, megabytes }));
