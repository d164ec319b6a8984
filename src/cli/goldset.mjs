#!/usr/bin/env node
// Starts the command with the running Node version if goldset supports it, and otherwise with the Node version of the
// package `node` in the project. This file is plain JavaScript, so that an older Node can read it.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const interrupted = 130;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
// Until the command handles signals, a signal ends this process.
let onSignal = () => process.exit(interrupted);
const handle = (signal) => onSignal(signal);
for (const signal of signals) process.on(signal, handle);

const supported = Number(process.versions.node.split('.')[0]) >= 24;
if (supported) {
  endWithLauncher();
  if (process.argv[2] === 'compare') limitYoungGeneration();
  module.enableCompileCache?.();
  // A checkout runs its sources. A published package contains only the built files.
  const source = new URL('./main.ts', import.meta.url);
  const built = new URL('../../dist/cli/main.js', import.meta.url);
  const entry = existsSync(source) ? source : built;
  module.registerHooks({ resolve: quickResolve(new URL('..', entry).href) });
  const { main } = await import(entry.href);
  // Node handles a signal that arrived during loading only in the next turn of the event loop, so wait for this turn.
  await new Promise(setImmediate);
  const ended = main(process.argv);
  for (const signal of signals) process.removeListener(signal, handle);
  await ended;
} else {
  const { spawn } = await import('node:child_process');
  const pinned = pinnedNode();
  if (pinned === null) {
    console.error(
      `goldset needs Node 24 or newer; this is ${process.version}. Install it, or add the package "node" to the project: npm install --save-dev node@24`,
    );
    process.exit(2);
  }
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, GOLDSET_LAUNCHER: String(process.pid) },
  });
  onSignal = (signal) => child.kill(signal);
  child.on('exit', (code, signal) => {
    // A signal can end the command only while the command does not handle signals yet.
    if (signals.includes(signal)) process.exit(interrupted);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 70);
  });
}

/**
 * Returns a hook that finds the modules of goldset by their path alone. The default search also looks for symbolic links and
 * package files, which takes a quarter of the time to load a command. `folder` is the address of the folder of all modules.
 */
function quickResolve(folder) {
  return (specifier, context, nextResolve) => {
    const parent = context.parentURL;
    if (!specifier.startsWith('.') || parent === undefined) return nextResolve(specifier, context);
    // zod has its messages in 56 languages. goldset shows only the English ones, which zod loads separately.
    if (specifier === '../locales/index.js' && parent.includes('/node_modules/zod/v4/'))
      return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
    if (!parent.startsWith(folder)) return nextResolve(specifier, context);
    const url = new URL(specifier, parent).href;
    if (url.startsWith(folder) && url.endsWith('.ts'))
      return { url, format: 'module-typescript', shortCircuit: true };
    if (url.startsWith(folder) && url.endsWith('.js')) return { url, format: 'module', shortCircuit: true };
    return nextResolve(specifier, context);
  };
}

/**
 * Returns the path of the program in the package `node`. Returns `null` if the package is not installed or is older
 * than version 24.
 */
function pinnedNode() {
  try {
    const manifest = module.createRequire(import.meta.url).resolve('node/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    const program = path.join(
      path.dirname(manifest),
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
    return Number(version.split('.')[0]) >= 24 && existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/**
 * Ends the command if its launcher is killed. A launcher that is killed by SIGKILL cannot pass the signal to the
 * command.
 */
function endWithLauncher() {
  const launcher = process.env.GOLDSET_LAUNCHER;
  if (launcher === undefined) return;
  // Commands that this command starts must not use the same launcher.
  delete process.env.GOLDSET_LAUNCHER;
  process.on('disconnect', () => process.exit(interrupted));
  // If the launcher was killed earlier, the event `disconnect` does not occur any more.
  if (!process.connected || launcher !== String(process.ppid)) process.exit(interrupted);
  process.channel.unref();
}

/**
 * Stops the growth of the young generation of the V8 heap at 32 MB. A comparison of 100,000 documents then needs 380 MB
 * instead of 480 MB. V8 reads the flag for the maximum size only when a process starts. So this function sets the
 * growth factor instead, which V8 reads before each growth. Only `goldset compare` uses this limit, because some other
 * commands would take 2 % longer with it.
 */
function limitYoungGeneration() {
  // The young generation can double twice within 50 ms.
  const checkMs = 5;
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (young === undefined || young.space_size < 2 ** 25) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, checkMs);
  timer.unref();
}
