import path from 'node:path';
import type { ServeAnswer } from '../model/command-answers.ts';
import { startService } from '../service/start-service.ts';
import { numberFlag } from '../usecases/settings/number-flag.ts';
import { parseCacheDir } from '../usecases/target/cache-dir.ts';

export interface ServeRequest {
  readonly host: string;
  readonly port: string;
  readonly data: string;
  readonly token?: string;
  readonly workers?: string;
  readonly word?: string;
  readonly json?: boolean;
}

/** Starts the service, says where it is, and drains it on SIGTERM or SIGINT. */
export async function runServe(flags: ServeRequest): Promise<void> {
  const token = flags.token ?? process.env.GOLDSET_API_TOKEN;
  const service = await startService({
    dataDir: path.resolve(flags.data),
    host: flags.host,
    port: numberFlag('--port', flags.port, 0, 65535, true),
    parseCacheDir: parseCacheDir(),
    word: flags.word,
    ...(token === undefined || token === '' ? {} : { token }),
    ...(flags.workers === undefined ? {} : { workers: numberFlag('--workers', flags.workers, 1, 64, true) }),
  });
  const told = { url: service.url, token: service.token, dataDir: service.dataDir, pid: process.pid };
  if (flags.json) process.stdout.write(`${JSON.stringify(told satisfies ServeAnswer)}\n`);
  else
    process.stdout.write(
      `Local service at ${told.url}\n  token    ${told.token}\n  data     ${told.dataDir}\n  docs     ${told.url}/local/docs\n  stop with Ctrl-C\n`,
    );
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await service.close();
}
