import type { Command } from 'commander';
import type { ServeResult } from '../../model/results/command-results.ts';
import type { ServeRequest } from '../../usecases/serve/serve.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset serve`: runs the local service until it is interrupted. */
export function define(command: Command): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port; 0 selects a free port', '0')
    .option('--data <dir>', 'data folder', '.goldset/service')
    .option('--token <token>', 'API token to accept (default: GOLDSET_API_TOKEN, or a new one)')
    .option('--workers <number>', 'number of worker processes that read documents')
    .option('--allow-private-addresses', 'accept files and webhooks with addresses in private networks')
    .option('--word <word>', 'word in the header names, as in x-<word>-api-version', 'service');
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
