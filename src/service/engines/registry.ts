/** Addresses instead of imports, so that only the workers load an engine. Each module exports an `engine`. */
export const engineModules = {
  local: addressOf('./local/local-engine'),
} as const;

/** Returns the address of a module in the sources (`.ts`) or in the compiled package (`.js`). */
function addressOf(module: string): string {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`${module}${extension}`, import.meta.url).href;
}
