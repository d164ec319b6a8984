import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { long, someOf } from '../fixtures/long-form.ts';
import { root, temporaryFolder } from './spawn-goldset.ts';
import { runTexts, textDataset } from './text-run.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const texts = Array.from({ length: 30 }, (_, n) => `text ${n}`);

/** Starts a process that begins to stop on the first signal, and never finishes stopping. */
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

/** Starts a command that prints "<process id> loading", and then loads its first module when its input ends. */
function slowCommand(isOldNode: boolean, args: readonly string[] = ['serve', '--help']): ChildProcess {
  const preload = `
    import { readSync } from 'node:fs';
    import module from 'node:module';
    if (${isOldNode} && !process.env.GOLDSET_LAUNCHER)
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
    module.registerHooks({
      load(url, context, next) {
        if (url.endsWith('/cli/main.ts')) {
          process._rawDebug(process.pid + ' loading');
          readSync(0, Buffer.alloc(1));
        }
        return next(url, context);
      },
    });`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  return spawn(process.execPath, [path.join(root, 'src/cli/goldset.mjs'), ...args], {
    env: { ...process.env, NODE_OPTIONS: options.join(' ') },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

/** Lets a slow command continue after the time that a launcher needs to pass on a signal. */
async function finishLoading(child: ChildProcess): Promise<void> {
  await delay(100);
  child.stdin?.end();
}

/** Returns the id of the process that loads the command. */
async function loadingProcess(child: ChildProcess): Promise<number> {
  const [line] = (await once(child.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
  expect(line.toString()).toContain('loading');
  return Number.parseInt(line.toString(), 10);
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

describe.concurrent('a signal', () => {
  test.each([
    ['the command', false],
    ['a launcher with an older Node', true],
  ])('to %s that still loads its code: exits with 130', async (_, isOldNode) => {
    const child = slowCommand(isOldNode);
    const ended = once(child, 'exit');
    expect((await loadingProcess(child)) === child.pid).toBe(!isOldNode);
    child.kill('SIGTERM');
    await finishLoading(child);
    expect(await ended).toEqual([130, null]);
  });

  test('that ends a loading command exits with 130 from its launcher', async () => {
    const child = slowCommand(true);
    const ended = once(child, 'exit');
    // A terminal sends the signal to both processes.
    const command = await loadingProcess(child);
    for (const pid of [command, child.pid as number]) process.kill(pid, 'SIGHUP');
    await finishLoading(child);
    expect(await ended).toEqual([130, null]);
  });

  test.each(someOf(signals, 3))(
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

  // `npm test` skips this test, because exit-codes.test.ts already tests SIGINT at one moment of a run.
  test.runIf(long)(
    'at random moments of a run: exits with 130, creates no further run, and the run can be resumed',
    async () => {
      const random = new Random('signals');
      for (let n = 0; n < 20; n++) {
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
        // At most two runs are in progress, and each can send one more request after the signal.
        expect(atEnd - madeAtSignal).toBeLessThanOrEqual(2);
        expect(run.stderr).toContain('INTERRUPTED');
        expect(run.stderr).toContain('goldset run --resume');
      }
    },
  );

  test('SIGKILL to a launcher ends a command that had not started yet', async () => {
    // The command expects its launcher as the parent process. Here, the parent is this process, as if the launcher had
    // been killed.
    const env = { ...process.env, GOLDSET_LAUNCHER: '1' };
    const command = spawn(process.execPath, [path.join(root, 'src/cli/goldset.mjs'), '--version'], { env });
    expect(await once(command, 'exit')).toEqual([130, null]);
  });

  // The imported `expect.poll` needs a current test, which concurrent tests do not have.
  test('SIGKILL to a launcher ends its command', async ({ expect }) => {
    const child = slowCommand(true, ['serve', '--data', path.join(temporaryFolder(), 'data')]);
    const command = await loadingProcess(child);
    child.kill('SIGKILL');
    await finishLoading(child);
    try {
      await expect.poll(() => isRunning(command)).toBe(false);
    } finally {
      if (isRunning(command)) process.kill(command, 'SIGKILL');
    }
  });

  test('the second one ends the process at once with 130, and a duplicate of the first one does not', async () => {
    const child = endlessStop();
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await printed(child, 'ready');
    const stopping = printed(child, 'stopping');
    child.kill('SIGINT');
    await stopping;
    // A terminal sends the signal to the launcher and to the command. The launcher passes it on, so the command gets
    // the signal twice.
    child.kill('SIGINT');
    await delay(250);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toBe(130);
  });
});
