/** A try to get exit code 0, or a verdict that says "publish", from something that does not deserve it. */
export interface Try {
  readonly name: string;
  /** The words of the command after `goldset`. */
  readonly words: () => Promise<readonly string[]> | readonly string[];
  /** The exit code that was set before the command ran for the first time. */
  readonly exitCode: number;
  /** Text that the output must contain. */
  readonly reason: string;
  /** Text that the output must not contain. */
  readonly never?: string;
}

export interface Group {
  readonly title: string;
  readonly tries: readonly Try[];
}

/** Creates a value when it is first needed, and keeps it. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
