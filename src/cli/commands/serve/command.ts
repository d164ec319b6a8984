import type { Command } from 'commander';
import type { ServeRequest } from '../../../usecases/serve/serve.ts';
import { printJson } from '../../terminal/print-json.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

type ServeFlags = ServeRequest & { readonly json?: boolean };

/** `goldset serve`: the local service on its own, until it is told to stop. */
export function define(command: Command): void {
  command
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port; 0 takes a free one', '0')
    .option('--data <dir>', 'data folder', '.goldset/service')
    .option('--token <token>', 'API token to accept (default: GOLDSET_API_TOKEN, else a new one)')
    .option('--workers <number>', 'worker threads that read documents')
    .option('--word <word>', 'the word in header names: x-<word>-api-version', 'service')
    .option(
      '--json',
      'print {"url", "token", "dataDir", "pid"} as one line when it accepts connections (docs/schemas/serve.json)',
    )
    .addHelpText('after', '\nExample:\n  $ goldset serve --port 8080 --data .goldset/service')
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('../../../usecases/serve/serve.ts');
      const serving = await serve(flags, terminalPorts());
      const { url, token, dataDir } = serving.result;
      if (flags.json) printJson(serving.result);
      else
        process.stdout.write(
          `Local service at ${url}\n  token    ${token}\n  data     ${dataDir}\n  docs     ${url}/local/docs\n  stop with Ctrl-C\n`,
        );
      await new Promise<void>((resolve) => {
        process.once('SIGTERM', resolve);
        process.once('SIGINT', resolve);
      });
      await serving.close();
    });
}
