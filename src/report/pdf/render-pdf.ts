import type { DocumentState } from '../../model/report/document-state.ts';
import type { Paper } from '../../model/report/paper.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { PageImageSource } from '../html/page-images.ts';
import { chartPicture } from '../png/render-charts.ts';
import { drawDocumentsPage, hasDocumentsPage } from './documents-page.ts';
import { drawFieldsPage, hasFieldsPage, pageChart } from './fields-page.ts';
import { pageCrops } from './page-crops.ts';
import { PdfPages } from './pdf-pages.ts';
import { drawSummaryPage } from './summary-page.ts';

export interface PdfOptions {
  readonly paper: Paper;
  /** Source of the page images from which the pictures are cut; `null` for a PDF file without pictures. */
  readonly images: PageImageSource | null;
}

/**
 * Renders the report as a tagged PDF file with one to three pages: the summary, the documents to open first, and the
 * fields with the rules. Omits a page without content. Equal reports and images give equal bytes.
 */
export async function renderPdf(model: ReportModel, { paper, images }: PdfOptions): Promise<Buffer> {
  const { summary, tool } = model;
  const [second, third] = [hasDocumentsPage(summary), hasFieldsPage(model)];
  const pages = new PdfPages({
    title: summary.heading.title,
    subject: [summary.heading.subject, ...summary.heading.facts].join(' · '),
    creator: `${tool.name} ${tool.version}`,
    createdAt: new Date(model.createdAt),
    paper,
    pages: 1 + Number(second) + Number(third),
  });
  drawSummaryPage(pages, summary);
  if (second) {
    const crops = await pageCrops(summary.lookFirst.documents, model.items, images);
    const versions = model.versions.map(({ name }) => name);
    drawDocumentsPage(pages, { summary, versions, crops, states: statesOf(model) });
  }
  if (third) {
    const chart = pageChart(model);
    drawFieldsPage(pages, model, chart === null ? null : chartPicture(chart));
  }
  return pages.finish();
}

function statesOf({ items }: ReportModel): ReadonlyMap<number, DocumentState> {
  const states = new Map<number, DocumentState>();
  for (const { position, change } of items) if (change !== null) states.set(position, change.state);
  return states;
}
