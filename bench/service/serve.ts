import { startService } from '../../src/service/start-service.ts';

// The service with the trivial engine as a process of its own: `serve.ts <data folder> <port> <workers>`.

const [dataDir = '', port = '0', workers = '1'] = process.argv.slice(2);
const service = await startService({
  dataDir,
  port: Number(port),
  workers: Number(workers),
  token: 'sk_bench',
  engineModule: new URL('./trivial-engine.ts', import.meta.url).href,
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
// Whoever started it asks for the heap in use, after collection where that can be had.
process.on('message', () => {
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage().heapUsed / 1024 ** 2);
});
console.log(JSON.stringify({ url: service.url }));
