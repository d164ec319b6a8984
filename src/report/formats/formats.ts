import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { oneOf } from '../../base/require-argument.ts';
import { papers } from '../../model/report/paper.ts';
import type { ScanReader } from '../html/find-words.ts';
import type { PageImageSource } from '../html/page-images.ts';
import { type Format, type FormatOptions, type ImageChoice, imageChoices } from './define-format.ts';

/**
 * The formats of a report, in the order in which a report lists its files. The code of a format is loaded only when it
 * is used.
 */
export const formats = [
  {
    name: 'html',
    async write(model, dir, { images = 'all', imageBudget, readScan }) {
      const { renderHtml } = await import('../html/render-html.ts');
      const source = await pageImages(images, readScan);
      return write(dir, 'index.html', await renderHtml(model, { images: source, imageBudget }));
    },
  },
  {
    name: 'csv',
    openRows: async (dir, ahead, options) => (await import('./csv-format.ts')).openCsv(dir, ahead, options),
    write: async (model, dir) => (await import('./csv-format.ts')).writeCsv(model, dir),
  },
  {
    name: 'md',
    async write(model, dir) {
      const { renderMarkdown } = await import('../markdown/render-markdown.ts');
      return write(dir, 'summary.md', renderMarkdown(model));
    },
  },
  {
    name: 'pdf',
    async write(model, dir, { images = 'all', paper = 'a4' }) {
      const { renderPdf } = await import('../pdf/render-pdf.ts');
      // `renderPdf` cuts the pictures of the PDF file out of whole pages, so it always needs whole pages.
      const source = await pageImages(images === 'crops' ? 'all' : images);
      return write(dir, 'report.pdf', await renderPdf(model, { paper, images: source }));
    },
  },
  {
    name: 'xlsx',
    openRows: async (dir, ahead, options) =>
      (await import('./xlsx-format.ts')).openWorkbook(dir, ahead, options),
  },
  {
    name: 'junit',
    async write({ title, gate }, dir) {
      const { renderJunit } = await import('../gate/gate-files.ts');
      return write(dir, 'gate.junit.xml', renderJunit(title, gate?.checks ?? []));
    },
  },
  {
    name: 'json',
    async openRows(dir, { versions }) {
      const { jsonLinesSink } = await import('../sinks/text-sink.ts');
      const { documentsTable } = await import('../tables/document-tables.ts');
      const file = path.join(dir, 'documents.jsonl');
      return { sinks: [jsonLinesSink(file, documentsTable, { versions, leaves: 'none' })], notices: [] };
    },
    async write(model, dir) {
      const { jsonChunks, summaryJson } = await import('./render-json.ts');
      const summary = await write(dir, 'summary.json', summaryJson(model));
      return [...(await write(dir, 'report.json', jsonChunks(model))), ...summary];
    },
  },
  {
    name: 'png',
    async write({ charts }, dir) {
      if (charts.length === 0) return [];
      const { renderCharts } = await import('../png/render-charts.ts');
      return renderCharts(charts, path.join(dir, 'charts'));
    },
  },
] as const satisfies readonly Format[];

export type ReportFormat = (typeof formats)[number]['name'];

/** Names of the formats that `--format` accepts. */
export const reportFormats: readonly ReportFormat[] = formats.map(({ name }) => name);

/** Default formats of a report that is not the report of a run, separated by commas. */
export const tableFormats = 'html,csv,md,json,png';
/** Default formats of the report of a run: `tableFormats`, and PDF and Excel, which people often forward. */
export const runFormats = 'html,pdf,xlsx,csv,md,json,png';

/** Values of the flags `--images`, `--leaves`, `--leaf-format` and `--paper`. */
export interface FormatFlags {
  readonly images?: string;
  readonly leaves?: string;
  readonly leafFormat?: string;
  readonly paper?: string;
}

/** Returns the formats in a list such as `html,csv`. Throws USAGE if a name is not the name of a format. */
export function parseFormats(text: string): ReportFormat[] {
  return text.split(',').map((word) => {
    const format = reportFormats.find((known) => known === word.trim());
    if (format !== undefined) return format;
    throw new GoldsetError('USAGE', {
      problem: `--format: found "${word}", expected one or more of ${reportFormats.join(', ')}`,
      fix: 'Separate the names with commas, for example --format html,csv.',
    });
  });
}

/** Returns the options of the formats. Throws USAGE if a flag does not accept its value. */
export function parseFormatOptions({ images, leaves, leafFormat, paper }: FormatFlags): FormatOptions {
  return {
    images: images === undefined ? undefined : oneOf('--images', images, imageChoices),
    leaves: leaves === undefined ? undefined : oneOf('--leaves', leaves, ['all', 'wrong', 'none']),
    leafFormat: leafFormat === undefined ? undefined : oneOf('--leaf-format', leafFormat, ['csv', 'parquet']),
    paper: paper === undefined ? undefined : oneOf('--paper', paper, papers),
  };
}

/** Returns the source of the page images, or `null` if the report has no images. */
async function pageImages(
  images: ImageChoice | PageImageSource,
  readScan?: ScanReader,
): Promise<PageImageSource | null> {
  if (typeof images === 'object') return images;
  return images === 'none'
    ? null
    : (await import('../html/file-page-images.ts')).filePageImages(images, readScan);
}

async function write(
  dir: string,
  name: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<string[]> {
  const { writeFileAtomically } = await import('../../base/write-file.ts');
  const file = path.join(dir, name);
  await writeFileAtomically(file, content);
  return [file];
}
