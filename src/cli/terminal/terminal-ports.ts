import type { SingleBar } from 'cli-progress';
import { oneLine, printable } from '../../base/phrases.ts';
import type { Ports, Progress, ProgressState } from '../../usecases/ports.ts';
import { onFirstSignal } from './exit-on-signal.ts';

/**
 * Returns ports that write notices, steps and progress to standard error. The first interrupt signal stops the use
 * case.
 */
export function terminalPorts(): Ports {
  return {
    env: process.env,
    notice: (text) => void process.stderr.write(`note: ${oneLine(text)}\n`),
    step: (text) => void process.stderr.write(`${printable(text)}\n`),
    startProgress,
    onInterrupt: onFirstSignal,
  };
}

const msBetweenLines = 5_000;

/**
 * Shows a progress bar if standard error is a terminal that can redraw a line. Otherwise, and in CI, writes one line
 * every 5 s. Shows nothing if no item run is planned.
 */
async function startProgress(label: string, planned: number, doneBefore = 0): Promise<Progress> {
  if (planned === 0) return { update: () => undefined, end: () => undefined };
  const terminal = process.stderr.isTTY && !process.env.CI && process.env.TERM !== 'dumb';
  const shown = oneLine(label);
  return terminal ? bar(shown, planned, doneBefore) : lines(shown);
}

async function bar(label: string, planned: number, doneBefore: number): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress');
  const single: SingleBar = new cliProgress.SingleBar({
    format: `${label.padEnd(18)} {bar} {value}/{total}  {rate}/s  {left} left  {credits} credits  {failed} failed`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    stream: process.stderr,
    barsize: 24,
  });
  const started = performance.now();
  const payload = (state: ProgressState) => {
    const seconds = (performance.now() - started) / 1000;
    const rate = (state.done - doneBefore) / Math.max(0.001, seconds);
    return {
      rate: rate.toFixed(1),
      left: rate === 0 ? '…' : duration((state.planned - state.done) / rate),
      credits: state.credits.toFixed(1),
      failed: state.failed,
    };
  };
  single.start(planned, doneBefore, payload({ done: doneBefore, planned, failed: 0, credits: 0 }));
  return { update: (state) => single.update(state.done, payload(state)), end: () => single.stop() };
}

/** Formats a duration as `42 s` or `3 min`. */
function duration(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function lines(label: string): Progress {
  const started = performance.now();
  let last = started;
  let latest: ProgressState | null = null;
  const write = (state: ProgressState): void => {
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(
      `${label}: ${state.done} of ${state.planned} runs, ${state.failed} failed, ${state.credits.toFixed(1)} credits, ${seconds.toFixed(0)} s\n`,
    );
  };
  return {
    update: (state) => {
      latest = state;
      if (performance.now() - last < msBetweenLines) return;
      last = performance.now();
      write(state);
    },
    end: () => {
      if (latest !== null) write(latest);
    },
  };
}
