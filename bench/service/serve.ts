import { openRedisQueue } from '../../src/queue/redis-job-queue.ts';
import { startService } from '../../src/service/start-service.ts';
import { limitHeapGrowth } from '../../src/usecases/serve/limit-heap-growth.ts';

// Runs the service in its own process: `serve.ts <data folder> <port> <workers> [engine] [queue]`. The engine is
// `trivial` (default) or `local`. `queue` is the address of a Redis server. If `queue` is given, workers of this queue
// read the documents.

limitHeapGrowth();
const [dataDir = '', port = '0', workers = '1', engine = 'trivial', queue] = process.argv.slice(2);
const service = await startService({
  dataDir,
  port: Number(port),
  workers: Number(workers),
  token: 'sk_bench',
  allowPrivateAddresses: true,
  engineModule: engine === 'local' ? undefined : new URL('./trivial-engine.ts', import.meta.url).href,
  ...(queue !== undefined && {
    openQueue: (shared: unknown) =>
      openRedisQueue({ url: queue, kind: 'engines', shared, onNotice: (text) => console.error(text) }),
  }),
});
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
// Sends the used heap in MB to the parent process. Collects garbage first if Node was started with
// `--expose-gc`.
process.on('message', () => {
  (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage().heapUsed / 1024 ** 2);
});
console.log(JSON.stringify({ url: service.url }));
