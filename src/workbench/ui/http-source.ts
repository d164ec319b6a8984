import type { ReportSource, StoredImage } from '../../viewer/state/report-source.ts';

const drawingScript = '/assets/charts.js';

/**
 * Returns a source that reads the report at an address of the server. `query` selects the gold: `''` or `?gold=saved`.
 */
export function httpSource(address: string, query = ''): ReportSource {
  return {
    async readBlock(name) {
      const response = await fetch(`${address}/blocks/${encodeURIComponent(name)}${query}`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`block ${name}: ${response.status}`);
      return response.text();
    },
    async loadDrawing() {
      await import(/* @vite-ignore */ drawingScript);
    },
    async readImages(position) {
      const response = await fetch(`${address}/pages/${position}`);
      if (!response.ok) throw new Error(`pages of document ${position}: ${response.status}`);
      const pages = (await response.json()) as Omit<StoredImage, 'address'>[];
      return pages.map((page) => ({ ...page, address: `${address}/pages/${position}/${page.page}` }));
    },
  };
}
