/**
 * Frees the memory of arrays that are no longer needed. Otherwise the garbage collector runs after every few lines, because
 * the arrays are large.
 */
export function freeMemory(...arrays: readonly (Float32Array | Uint8ClampedArray)[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
