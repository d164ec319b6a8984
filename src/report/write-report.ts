import path from 'node:path';
import type { ReportModel } from '../model/report-model.ts';
import { writeCsv } from './csv/write-csv.ts';
import { renderJunit } from './gate/render-junit.ts';
import { renderHtml } from './html/render-html.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import type { PageImageSource } from './page-images.ts';
import { jsonChunks } from './render-json.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export const reportFormats = ['html', 'csv', 'md', 'junit', 'json', 'png'] as const;
/** Forms in which a report is written. */
export type ReportFormat = (typeof reportFormats)[number];

export interface WriteReportOptions {
  /** Page images from the documents' files (default), from another source, or none. */
  readonly images?: boolean | PageImageSource;
  /** Bytes of page images in the page. */
  readonly imageBudget?: number;
}

/** Writes a report into a folder in the formats asked for and returns the files, the page first. */
export async function writeReport(
  model: ReportModel,
  dir: string,
  formats: readonly ReportFormat[],
  options: WriteReportOptions = {},
): Promise<{ files: string[] }> {
  const files: string[] = [];
  const write = async (name: string, content: string | Iterable<string>) => {
    const file = path.join(dir, name);
    await writeFileAtomically(file, content);
    files.push(file);
  };
  for (const format of reportFormats.filter((known) => formats.includes(known))) {
    if (format === 'html') {
      const images = await imageSource(options.images ?? true);
      await write('index.html', await renderHtml(model, { images, imageBudget: options.imageBudget }));
    }
    if (format === 'csv') files.push(...(await writeCsv(model, path.join(dir, 'csv'))));
    if (format === 'md') await write('summary.md', renderMarkdown(model));
    if (format === 'junit')
      await write('gate.junit.xml', renderJunit({ name: model.title, checks: model.gate?.checks ?? [] }));
    if (format === 'json') await write('report.json', jsonChunks(model));
    if (format === 'png' && model.charts.length > 0) {
      // Loaded only when charts are drawn: the drawing library is slow to start.
      const { renderCharts } = await import('./png/render-charts.ts');
      files.push(...(await renderCharts(model.charts, path.join(dir, 'charts'))));
    }
  }
  return { files };
}

async function imageSource(images: boolean | PageImageSource): Promise<PageImageSource | null> {
  if (typeof images === 'object') return images;
  return images ? (await import('./file-page-images.ts')).filePageImages : null;
}
