/** Variables of the environment; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgressState {
  readonly done: number;
  readonly planned: number;
  readonly failed: number;
  readonly credits: number;
}

export interface Progress {
  update(state: ProgressState): void;
  end(): void;
}

/** What a use case needs from its caller while it works. It returns its result; it does not write to a terminal. */
export interface Ports {
  readonly env: Environment;
  /** Remark about the input, for example what was left out. One line of plain text that may come from a document. */
  readonly notice: (text: string) => void;
  /** Step that has been done, in the order of the steps. */
  readonly step: (text: string) => void;
  readonly startProgress: (label: string, planned: number, doneBefore: number) => Promise<Progress>;
  /** Calls `stop` when the user interrupts; the result ends that. */
  readonly onInterrupt: (stop: () => void) => () => void;
}

/** Ports of a program that wants results only. */
export const silentPorts: Ports = {
  env: process.env,
  notice: () => undefined,
  step: () => undefined,
  startProgress: async () => ({ update: () => undefined, end: () => undefined }),
  onInterrupt: () => () => undefined,
};

/** Returns a variable of the environment; undefined if it is not set or empty. */
export function variable(env: Environment, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}
