import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { HeadBlock } from '../../viewer/blocks/report-blocks.ts';
import type { ScriptName } from '../../viewer/state/report-source.ts';
import { type BlockOptions, buildBlocks } from './build-blocks.ts';
import { encodeBlock, escapeHtml, inlineJson } from './encode-block.ts';
import { summaryHtml } from './summary-html.ts';

/** Renders the report as one HTML file that needs no network. The data of each section is a separate block. */
export async function renderHtml(model: ReportModel, options: BlockOptions): Promise<string> {
  const script = await bundled('viewer.js');
  const style = await bundled('viewer.css');
  const names: ScriptName[] = model.charts.length > 0 ? ['section-views', 'charts'] : ['section-views'];
  const later = await Promise.all(names.map((name) => bundled(`${name}.js`)));
  const packed = await Promise.all(later.map((text) => encodeBlock(JSON.stringify(text))));
  const codeSize = [script, style, ...packed].reduce((sum, { length }) => sum + length, 0);
  const { head, blocks, images } = await buildBlocks(model, options, codeSize);
  const parts = [page(model, head, [script, ...later], style)];
  packed.forEach((content, i) => {
    parts.push(dataElement(`script-${names[i]}`, content));
  });
  for (const [name, content] of blocks) parts.push(dataElement(name, content));
  for (const [position, pages] of images) {
    pages.forEach((image, number) => {
      const facts = `${image.page} ${image.width} ${image.height} ${image.mediaType}`;
      const base64 = Buffer.from(image.bytes).toString('base64');
      parts.push(dataElement(`image-${position}-${number}`, `${facts} ${base64}`));
    });
  }
  parts.push('</body></html>\n');
  return parts.join('\n');
}

/**
 * Reads a file of the viewer's code. Removes carriage returns, because browsers ignore them when they compute the hash
 * of a script.
 */
async function bundled(name: string): Promise<string> {
  const text = await readFile(new URL(`bundle/${name}`, import.meta.url), 'utf8');
  return text.replaceAll('\r\n', '\n');
}

function dataElement(name: string, content: string): string {
  return `<script type="text/plain" id="block-${name}">${content}</script>`;
}

const withoutScript =
  'This browser runs no scripts, so only page one is shown, without links and pictures. The documents and the other sections need JavaScript.';

/**
 * Returns the HTML before the data. The content security policy permits only the scripts and the style of the report
 * page. Only the first script runs immediately.
 */
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
<div id="app"><main class="shell"><noscript><p class="summary-note">${withoutScript}</p></noscript>${summaryHtml(model)}</main></div>
<script type="application/json" id="block-head">${inlineJson(head)}</script>
<script>${scripts[0]}</script>`;
}

function sourceHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
