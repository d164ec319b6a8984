import { AsyncLocalStorage } from 'node:async_hooks';
import type { PDFWorker } from 'pdfjs-dist';

/** Levels of the PDF library (`VerbosityLevel`): only errors, or all messages. */
const levels = { errors: 0, all: 5 };
const methods = ['warn', 'info'] as const;
const libraryPrefix = /^(Warning|Info): /;

const collected = new AsyncLocalStorage<string[]>();
let collectors = 0;
let original: Pick<Console, 'warn' | 'info'> | undefined;

/**
 * Returns the message level for a document that is being opened. Opening a document changes the level of all open
 * documents. So the new document must get the current level of the open documents.
 */
export function messageLevel(): number {
  return collectors === 0 ? levels.errors : levels.all;
}

/**
 * Returns the result of an action, and the messages that the PDF library wrote to the console during the
 * action, without duplicates. Only these messages show that the library omitted damaged content. Other
 * console output is not changed.
 */
export async function collectMessages<T>(
  worker: PDFWorker,
  action: () => Promise<T>,
): Promise<{ result: T; messages: readonly string[] }> {
  const messages: string[] = [];
  if (collectors++ === 0) redirectConsole();
  try {
    setLevel(worker, levels.all);
    const result = await collected.run(messages, action);
    return { result, messages: [...new Set(messages)] };
  } finally {
    if (--collectors === 0) restoreConsole();
    setLevel(worker, messageLevel());
  }
}

function setLevel(worker: PDFWorker, verbosity: number): void {
  // The library declares the wrong type for message data: `JSON`, the type of the global object.
  worker.messageHandler.send('configure', { verbosity } as unknown as JSON);
}

function redirectConsole(): void {
  const { warn, info } = console;
  original = { warn, info };
  for (const method of methods) {
    const write = console[method];
    console[method] = (...values: unknown[]) => {
      const text = values.map(String).join(' ');
      // Drop messages that arrive after the end of their action, for example because the library is still decoding
      // images.
      if (libraryPrefix.test(text)) collected.getStore()?.push(text);
      else write(...values);
    };
  }
}

function restoreConsole(): void {
  Object.assign(console, original);
}
