import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { someOf, times } from '../fixtures/long-form.ts';
import { runTexts, textDataset } from './text-run.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`);

/** A process that stops for ever on the first signal. */
function endlessStop(): ChildProcess {
  const module = path.resolve(import.meta.dirname, '../../src/cli/terminal/exit-on-signal.ts');
  const script = `
    import { exitOnSignal, onFirstSignal } from ${JSON.stringify(module)};
    exitOnSignal();
    onFirstSignal(() => console.log('stopping'));
    setInterval(() => {}, 1_000);
    console.log('ready');`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function printed(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(word)) resolve();
    });
  });
}

describe.concurrent('a signal', () => {
  test.each(someOf(signals, 2))(
    '%s while the run is planned: exits with 130 and creates no run',
    async (signal) => {
      const run = await runTexts(textDataset(texts), {
        onRun: (server, send) => {
          server.fault = ({ path: at }) => {
            if (at === '/processors/dp_1/versions') send(signal);
            return undefined;
          };
        },
        server: { runMs: () => 60_000 },
      });
      expect(run.code).toBe(130);
      if (existsSync(path.join(run.record, 'plan.json'))) expect(run.stderr).toContain('--resume');
      else expect(run.stderr).not.toContain('--resume');
    },
  );

  test('while the service does not respond yet: exits at once', async () => {
    let created = 0;
    const run = await runTexts(textDataset(texts), {
      onRun: (server, send) => {
        server.fault = ({ method }) => {
          if (method === 'POST') created++;
          send('SIGTERM');
          return { kind: 'slow', ms: 30_000 };
        };
      },
    });
    expect([run.code, created]).toEqual([130, 0]);
  });

  test('at random moments of a run: exits with 130, creates no further run, and the run can be resumed', async () => {
    const random = new Random('signals');
    for (let n = 0; n < times(1, 20); n++) {
      let madeAtSignal = 0;
      let atEnd = 0;
      const dataset = textDataset(texts);
      const run = await runTexts(dataset, {
        args: ['--concurrency', '2'],
        server: { runMs: () => 40 },
        onRun: (server, send) => {
          const after = 1 + random.integer(texts.length - 5);
          const watch = setInterval(() => {
            if (server.runs.size < after) return;
            clearInterval(watch);
            madeAtSignal = server.runs.size;
            send(signals[n % 3] as NodeJS.Signals);
            setTimeout(() => (atEnd = server.runs.size), 300);
          }, 1);
        },
      });
      expect(run.code).toBe(130);
      // Requests that were on their way when the signal arrived: at most one per run in flight.
      expect(atEnd - madeAtSignal).toBeLessThanOrEqual(2);
      expect(run.stderr).toContain('INTERRUPTED');
      expect(run.stderr).toContain('goldset run --resume');
    }
  });

  test('the second one ends the process at once with 130, and a duplicate of the first one does not', async () => {
    const child = endlessStop();
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await printed(child, 'ready');
    const stopping = printed(child, 'stopping');
    child.kill('SIGINT');
    await stopping;
    // A terminal sends the signal to the launcher and to the command, and the launcher passes it on.
    child.kill('SIGINT');
    await delay(250);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toBe(130);
  });
});
