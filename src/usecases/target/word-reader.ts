import type { DocumentWords, Engine } from '../../service/engines/engine.ts';
import { engineModules } from '../../service/engines/registry.ts';

export type { DocumentWords };

/** Reads the words of documents in this process, without a service. */
export interface WordReader extends AsyncDisposable {
  words(bytes: Uint8Array, name: string, pages: ReadonlySet<number>): Promise<DocumentWords>;
}

/** Loads the reader of the local engine. */
export async function openWordReader(): Promise<WordReader> {
  const { engine } = (await import(engineModules.local)) as { readonly engine: Required<Engine> };
  return {
    words: (bytes, name, pages) => engine.words(bytes, name, pages),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
