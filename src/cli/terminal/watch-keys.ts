import { type WatchCommand, watchKeys } from '../../model/results/watch-results.ts';

const interrupt = '\u0003';
const endOfInput = '\u0004';

/** Returns whether keys of the user can be read: the input and the output are a terminal. */
export function hasKeys(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/**
 * Calls `handle` with the command of each pressed key. Has no effect without a terminal. Returns a function that stops
 * reading keys.
 */
export function onWatchKeys(handle: (command: WatchCommand) => void): () => void {
  if (!hasKeys()) return () => undefined;
  const { stdin } = process;
  const onData = (keys: Buffer): void => {
    for (const key of keys.toString()) {
      // While keys are read one by one, the terminal sends no signal for Ctrl-C.
      if (key === interrupt) process.kill(process.pid, 'SIGINT');
      const command = key === endOfInput ? 'quit' : commandOf(key);
      if (command !== null) handle(command);
    }
  };
  stdin.setRawMode(true).resume().on('data', onData);
  return () => void stdin.off('data', onData).setRawMode(false).pause();
}

function commandOf(key: string): WatchCommand | null {
  return Object.hasOwn(watchKeys, key) ? watchKeys[key as keyof typeof watchKeys] : null;
}
