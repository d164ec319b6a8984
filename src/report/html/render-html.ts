import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { NameTable } from '../../base/name-table.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import {
  type HeadBlock,
  imageAbsence,
  type OmittedContent,
  type PlacesBlock,
} from '../../viewer/blocks/report-blocks.ts';
import { buildDetails, detailBudget } from './build-details.ts';
import { encodeBlock, escapeHtml, inlineJson } from './encode-block.ts';
import { collectPageImages, imageBudgetBytes, type PageImageSource } from './page-images.ts';
import { sectionBlocks, sectionNames } from './section-blocks.ts';
import { summaryHtml } from './summary-html.ts';

export interface HtmlOptions {
  readonly images: PageImageSource | null;
  /** Largest total size of the page images in the file, in bytes of base64. */
  readonly imageBudget?: number;
  /** Largest total size of the values of documents in the file, in bytes of base64. */
  readonly detailBudget?: number;
}

type Block = [name: string, content: string];

/** Renders the report as one HTML file that needs no network. The data of each section is a separate block. */
export async function renderHtml(model: ReportModel, options: HtmlOptions): Promise<string> {
  const script = await bundled('viewer.js');
  const charts = await bundled('charts.js');
  const style = await bundled('viewer.css');
  const fields = new NameTable(model.fields.map((row) => row.field));
  const budget = options.imageBudget ?? imageBudgetBytes;
  const images = await collectPageImages(model, options.images, budget);
  const blocks: Block[] = [];
  const add = async (values: Iterable<[name: string, value: unknown]>) => {
    const encoded = Array.from(
      values,
      async ([name, value]): Promise<Block> => [name, await encodeBlock(JSON.stringify(value))],
    );
    blocks.push(...(await Promise.all(encoded)));
  };
  await add([...sectionBlocks(model), ['index', model.index]]);
  if (model.charts.length > 0) blocks.push(['charts-script', await encodeBlock(JSON.stringify(charts))]);
  const sizes = [script, style, ...blocks.map(([, content]) => content)].map((part) => part.length);
  const rest = sizes.reduce((sum, size) => sum + size, 0);
  const details = await buildDetails(
    model.items,
    options.detailBudget ?? detailBudget(model.documents.planned, rest),
    { fields, whole: model.documents.rule === null, hasImages: (item) => images.images.has(item) },
  );
  const places: PlacesBlock = {
    fields: fields.names,
    positions: model.items.map(({ position }) => position),
    detail: details.of,
    images: images.of.map((image) => (typeof image === 'number' ? image : -imageAbsence.indexOf(image))),
  };
  await add([['places', places]]);
  const omitted: OmittedContent = {
    details: details.omitted,
    images: {
      inlined: images.images.size,
      overBudget: images.overBudget,
      budgetBytes: budget,
      isCropped: options.images?.isCropped === true,
    },
  };
  details.blocks.forEach((content, number) => {
    blocks.push([`detail-${number}`, content]);
  });
  const positionOf = (item: number) => model.items[item]?.position ?? -1;
  await add(images.texts.entries().map(([item, text]) => [`text-${positionOf(item)}`, text]));
  const parts = [page(model, headBlock(model, omitted, sectionNames(model)), [script, charts], style)];
  for (const [name, content] of blocks) parts.push(dataElement(name, content));
  for (const [item, pages] of images.images) {
    pages.forEach((image, position) => {
      const name = `image-${positionOf(item)}-${position}`;
      const facts = `${image.page} ${image.width} ${image.height} ${image.mediaType}`;
      parts.push(dataElement(name, `${facts} ${Buffer.from(image.bytes).toString('base64')}`));
    });
  }
  parts.push('</body></html>\n');
  return parts.join('\n');
}

/** Reads a file of the viewer. Removes carriage returns, because browsers hash scripts without them. */
async function bundled(name: string): Promise<string> {
  const text = await readFile(new URL(`bundle/${name}`, import.meta.url), 'utf8');
  return text.replaceAll('\r\n', '\n');
}

function dataElement(name: string, content: string): string {
  return `<script type="text/plain" id="block-${name}">${content}</script>`;
}

/** Returns the page up to its data. The policy permits the scripts; only the first one runs at once. */
function page(model: ReportModel, head: HeadBlock, scripts: readonly string[], style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(sourceHash).join(' ')}`,
    `style-src ${sourceHash(style)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(model.title)}</title>
<style>${style}</style>
</head>
<body>
<div id="app"><main class="shell">${summaryHtml(model)}</main></div>
<script type="application/json" id="block-head">${inlineJson(head)}</script>
<script>${scripts[0]}</script>`;
}

function sourceHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function headBlock(model: ReportModel, omitted: OmittedContent, sections: HeadBlock['sections']): HeadBlock {
  const { versions, comparison } = model;
  return {
    title: model.title,
    kind: model.kind,
    createdAt: model.createdAt,
    tool: model.tool,
    processor: model.processor,
    dataset: model.dataset,
    rerun: model.rerun,
    documents: model.documents,
    versions,
    newErrors: model.changeCounts?.newErrorsOrLost ?? 0,
    speed: model.speed,
    speedChanges: comparison?.speed ?? [],
    notComparable: comparison?.notComparable ?? [],
    restrictions: comparison?.restrictions ?? [],
    documentsNeeded: comparison?.documentsNeeded ?? null,
    sections,
    repeats: model.repeats ?? 1,
    omitted,
  };
}
