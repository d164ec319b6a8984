import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of the V8 heap at its current size, which is about 16 MB after the start. Otherwise, it
 * could grow to 134 MB under load and shrink again later, so the memory of the service would vary by this amount.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
