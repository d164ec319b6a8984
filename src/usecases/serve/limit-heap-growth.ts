import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of the V8 heap at its present size, which is about 16 MB after the start. Without this
 * limit, the young generation can grow to 134 MB under load and later shrink again, and the memory of the service would
 * vary accordingly.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
