import { readFileSync } from 'node:fs';

/** The version in package.json; also the first thing that a record keeps of its maker. */
export function toolVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
