/** A case in which a user might get exit code 0, or the verdict "publish", for a record that must not pass. */
export interface Try {
  readonly name: string;
  /** Arguments of the command after `goldset`. */
  readonly words: () => Promise<readonly string[]> | readonly string[];
  /** Expected exit code. It was written down before the command first ran. */
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
