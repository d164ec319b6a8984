import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of the V8 heap at its present size, about 16 MB after the start. Otherwise V8
 * lets it grow to 134 MB under load and shrink again, and the memory of the service varies as much.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
