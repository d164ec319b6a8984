import type { RunProgress } from '../runner/run-options.ts';

/** Environment variables. A variable with an empty value counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type ProgressState = RunProgress;

export interface Progress {
  update(state: ProgressState): void;
  end(): void;
}

/** Callbacks through which a use case reports progress and notices. A use case never writes to a terminal itself. */
export interface Ports {
  readonly env: Environment;
  /**
   * Reports one line about the input, for example that an item was omitted. The line may contain text from documents.
   */
  readonly notice: (text: string) => void;
  readonly step: (text: string) => void;
  readonly startProgress: (label: string, planned: number, doneBefore: number) => Promise<Progress>;
  /** Calls `stop` when the user interrupts the program. Returns a function that removes this handler. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/** Ports that report nothing. */
export const silentPorts: Ports = {
  env: process.env,
  notice: () => undefined,
  step: () => undefined,
  startProgress: async () => ({ update: () => undefined, end: () => undefined }),
  onInterrupt: () => () => undefined,
};

/** Returns an environment variable, or `undefined` if it is not set or empty. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}
