/** Flags of every command that prints a result. */
export interface JsonFlag {
  readonly json?: boolean;
}

/** Prints a result on standard output: one JSON object with `--json`, or its text. */
export function print<T extends object>(result: T, { json }: JsonFlag, text: (result: T) => string): void {
  process.stdout.write(`${json === true ? JSON.stringify(result) : text(result)}\n`);
}
