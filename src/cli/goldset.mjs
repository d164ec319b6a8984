#!/usr/bin/env node
// Starts the command on a supported Node version. Plain JavaScript, so that an older Node can read it. If the running Node
// is too old, the version pinned in the project (package `node`) takes over.
import { existsSync } from 'node:fs';
import module from 'node:module';

const supported = Number(process.versions.node.split('.')[0]) >= 24;
if (supported) {
  module.enableCompileCache?.();
  // A checkout runs its sources. A published package contains only the built files.
  const source = new URL('./main.ts', import.meta.url);
  const built = new URL('../../dist/cli/main.js', import.meta.url);
  const { main } = await import(existsSync(source) ? source.href : built.href);
  await main(process.argv);
} else {
  const { spawn } = await import('node:child_process');
  const pinned = new URL('../../node_modules/node/bin/node', import.meta.url).pathname;
  if (!existsSync(pinned)) {
    console.error(
      `goldset needs Node 24 or newer; this is ${process.version}. Install it, or run npm ci, which installs one.`,
    );
    process.exit(2);
  }
  const child = spawn(pinned, [new URL(import.meta.url).pathname, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    // Without the handlers above, the signal ends this process too.
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal);
    else process.exit(code ?? 70);
  });
}
