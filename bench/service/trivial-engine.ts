import type { Engine } from '../../src/service/engines/engine.ts';

/** Returns the first line of the text, so that the benchmark measures the service and not the engine. */
export const engine: Engine = {
  parseVersion: async () => 'trivial-1',
  parse: async (bytes) => {
    const box = { left: 0, top: 0, right: 600, bottom: 12 };
    const line = { text: new TextDecoder().decode(bytes), box, block: 0, words: [] };
    return { type: 'TXT', pages: [{ number: 1, width: 600, height: 800, source: 'plain', lines: [line] }] };
  },
  extract: async (document) => ({
    value: { number: document.pages[0]?.lines[0]?.text ?? null },
    metadata: {},
  }),
  classify: async (_document, { classifications: [first] }) => ({ ...first, confidence: 1, insights: [] }),
  split: async () => ({ splits: [] }),
  view: async () => [],
};
