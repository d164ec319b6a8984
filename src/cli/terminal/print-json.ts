/** Writes one JSON object on standard output, as `--json` promises. */
export function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
