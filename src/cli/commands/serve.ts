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
    .option(
      '--queue [redis-url]',
      'let `goldset worker` processes on any machines read the documents (default address: GOLDSET_QUEUE)',
    )
    .option('--public-url <url>', 'address at which workers and clients reach this service')
    .option('--allow-private-addresses', 'accept files and webhooks with addresses in private networks')
    .option('--word <word>', 'word in the header names, as in x-<word>-api-version', 'service')
    .option('--engine <name>', 'engine that reads documents: local or chat-completions', 'local')
    .option(
      '--engine-url <url>',
      'base URL of a model server with the chat completions interface, such as http://127.0.0.1:8000/v1',
    )
    .option('--engine-model <name>', 'name of the model; GOLDSET_ENGINE_KEY holds the key of the server')
    .option(
      '--engine-max-tokens <number>',
      'largest number of tokens in an answer of the model (default: 8192)',
    )
    .option('--engine-max-pages <number>', 'largest number of pages in a request to the model (default: 50)')
    .option('--engine-timeout <seconds>', 'time limit for all attempts at a document (default: 240)')
    .option('--engine-text-only', 'send the text of pages, and never page images')
    .option(
      '--engine-price <input,output>',
      'credits per 1,000 tokens that the model reads, and per 1,000 that it writes (default: 1,1)',
    );
  addSharedFlags(command, {
    config: false,
    json: 'serve',
    examples: [
      'goldset serve --port 8080 --data .goldset/service',
      'goldset serve --engine chat-completions --engine-url http://127.0.0.1:8000/v1 --engine-model NAME',
      'goldset serve --host 0.0.0.0 --port 8080 --queue redis://redis:6379 --public-url http://10.0.0.5:8080',
    ],
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

function serveText({ url, token, dataDir, ocr, engine, queue }: ServeResult): string {
  const workers = queue === null ? '' : `\n  documents are read by: goldset worker --queue ${queue}`;
  return `Local service: ${url}\n  token: ${token}\n  data: ${dataDir}\n  engine: ${engine}\n  OCR: ${ocr}${workers}\n  docs: ${url}/local/docs\nStop: Ctrl-C`;
}
