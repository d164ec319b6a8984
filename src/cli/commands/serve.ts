import type { Command } from 'commander';
import type { ServeResult } from '../../model/results/command-results.ts';
import type { ServeRequest } from '../../usecases/serve/serve.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset serve`: runs the local service until it is interrupted. */
export function define(command: Command): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port; 0 takes a free one', '0')
    .option('--data <dir>', 'data folder', '.goldset/service')
    .option('--token <token>', 'API token to accept (default: GOLDSET_API_TOKEN, or a new one)')
    .option('--workers <number>', 'number of worker processes that read documents')
    .option('--allow-private-addresses', 'accept file addresses and webhooks in this network')
    .option('--word <word>', 'the word in header names: x-<word>-api-version', 'service');
  addSharedFlags(command, {
    config: false,
    json: 'serve',
    examples: ['goldset serve --port 8080 --data .goldset/service'],
  });
  command.action(async (flags: ServeRequest & JsonFlag) => {
    const { serve } = await import('../../usecases/serve/serve.ts');
    const serving = await serve(flags, terminalPorts());
    print(serving.result, flags, serveText);
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    await serving.close();
  });
}

function serveText({ url, token, dataDir, ocr }: ServeResult): string {
  return `Local service: ${url}\n  token: ${token}\n  data: ${dataDir}\n  OCR: ${ocr}\n  docs: ${url}/local/docs\nStop: Ctrl-C`;
}
