/**
 * Addresses of the modules of engines (`EngineModule`). Only the workers and the code that checks citations import
 * these modules.
 */
export const engineModules = {
  local: addressOf('./local/local-engine'),
  'chat-completions': addressOf('./chat/chat-engine'),
} as const;

/** Returns the address of a module in the sources (`.ts`) or in the compiled package (`.js`). */
function addressOf(module: string): string {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`${module}${extension}`, import.meta.url).href;
}
