const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A second signal within this time is a duplicate, because a terminal and a launcher may both send the signal. */
const duplicateMs = 200;
const interrupted = 130;
let isInstalled = false;

/** Ends the process with exit code 130 if a signal arrives that no command handles, or if a second signal arrives. */
export function exitOnSignal(): void {
  if (isInstalled) return;
  isInstalled = true;
  let handledAt = Number.NEGATIVE_INFINITY;
  for (const signal of signals)
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) handledAt = performance.now();
      else if (performance.now() - handledAt > duplicateMs) process.exit(interrupted);
    });
}

/** Calls `stop` on the first signal. Returns a function that removes this handler. */
export function onFirstSignal(stop: () => void): () => void {
  const release = (): void => {
    for (const signal of signals) process.removeListener(signal, handle);
  };
  const handle = (): void => {
    release();
    stop();
  };
  for (const signal of signals) process.on(signal, handle);
  return release;
}
