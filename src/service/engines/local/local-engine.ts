import type { Engine } from '../engine.ts';
import { parseCodeVersion } from './parse-code-version.ts';

// Each operation loads its code on first use, so a worker that only classifies does not load the rest.

/** Engine that uses rules and vocabularies. It calls no model service. */
export const engine: Engine = {
  parseVersion: parseCodeVersion,
  parse: async (bytes, name, options) => {
    const { parseDocument } = await import('./parse/parse-document.ts');
    return parseDocument(bytes, name, options);
  },
  extract: async (document, config, effort) => {
    const { extractFields } = await import('./extract/extract-fields.ts');
    return extractFields(document, config, { effort });
  },
  classify: async (document, config, effort) => {
    const { classifyDocument } = await import('./classify/classify-document.ts');
    return classifyDocument(document, config, { effort });
  },
  split: async (document, config, effort) => {
    const { splitPacket } = await import('./split/split-packet.ts');
    return splitPacket(document, config, { effort });
  },
  view: async (document, options) => {
    const { viewPages } = await import('./parse/layout/view-pages.ts');
    return viewPages(document, options);
  },
  words: async (bytes, name, pages) => {
    const { readWords } = await import('./parse/read-words.ts');
    return readWords(bytes, name, pages);
  },
  wordsOf: async (document) => {
    const { wordsOf } = await import('./parse/read-words.ts');
    return document.pages.map(wordsOf);
  },
  close: async () => {
    const { disposeReadingModels } = await import('./parse/ocr/reading-models.ts');
    await disposeReadingModels();
  },
};
