import type { DocumentContent } from '../../../model/results/document-content.ts';
import type { StoredDocument } from '../../../viewer/blocks/report-blocks.ts';
import type { ReportSource } from '../../../viewer/state/report-source.ts';

/**
 * Reads a report at an address of the server. Can also read any document of the report. `query` selects the gold of a
 * record's report: `''` selects the gold of the run, and `?gold=saved` selects the newest version of the dataset.
 */
export function httpSource(address: string, query = ''): ReportSource {
  /** The content that was read last. Images and text are read from one response. */
  let last: { readonly position: number; readonly content: Promise<DocumentContent> } | null = null;
  const contentOf = (position: number) => {
    if (last?.position === position) return last.content;
    const content = readContent(`${address}/pages/${position}`);
    content.catch(() => {
      last = null;
    });
    last = { position, content };
    return content;
  };
  return {
    async readBlock(name) {
      const response = await fetch(`${address}/blocks/${encodeURIComponent(name)}${query}`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`block ${name}: ${response.status}`);
      return response.text();
    },
    async loadScript(name) {
      await import(/* @vite-ignore */ `/assets/${name}.js`);
    },
    async readImages(position) {
      const { pages } = await contentOf(position);
      return pages.map((page) => ({ ...page, address: `${address}/pages/${position}/${page.page}` }));
    },
    async readDocument(position) {
      const response = await fetch(`${address}/documents/${position}${query}`);
      if (!response.ok) throw new Error(`document ${position}: ${response.status}`);
      return (await response.json()) as StoredDocument;
    },
    async readText(position) {
      return (await contentOf(position)).text ?? undefined;
    },
  };
}

async function readContent(address: string): Promise<DocumentContent> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as DocumentContent;
}
