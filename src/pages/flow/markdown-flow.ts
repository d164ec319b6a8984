import type { Flow } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';
import { type InlinePart, InlineText, inlineText } from './markdown-inline.ts';
import { expandTabs } from './text-grid.ts';

const fence = /^\s{0,3}(`{3,}|~{3,})/;
const atxHeading = /^\s{0,3}(#{1,6})(?:\s+(.*))?$/s;
const tableRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const listItem = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const figureLine = /^\s*!\[([^[\]]*)\]\([^()]*\)\s*$/;
const rule = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;

/**
 * Returns whether a text is Markdown: it has at least two kinds of markup. Called only if the file extension is
 * unknown.
 */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split('\n', 400);
  const marks = [
    lines.some((line) => /^#{1,6} \S/.test(line)),
    lines.some((line) => fence.test(line)),
    lines.some((line) => line.includes('|') && line.includes('-') && tableRule.test(line)),
    lines.some((line) => /\[[^[\]]+\]\([^()\s]+\)/.test(line)),
    lines.some((line) => /\*\*[^*\s][^*]*\*\*/.test(line)),
  ];
  return marks.filter(Boolean).length >= 2;
}

/**
 * Returns the headings, tables, lists and paragraphs of a Markdown text, without markup. Keeps line breaks, because
 * they can separate the lines of an address.
 */
export function markdownFlow(text: string, file: string): Flow {
  const flow = new FlowBuilder(file);
  flow.count(text.length);
  const lines = text.split('\n');
  let paragraph = new InlineText();
  /** Indents of the open list items, from the outermost. */
  const indents: number[] = [];
  const close = (): void => {
    flow.add({ kind: 'paragraph', ...paragraph.finish() });
    paragraph = new InlineText();
  };
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/^(\s{0,3}> ?)+/, '');
    const fenced = fence.exec(line);
    const heading = atxHeading.exec(line);
    const item = listItem.exec(line);
    const figure = figureLine.exec(line);
    if (fenced !== null) {
      close();
      at = addFenced(flow, lines, at, fenced[1] as string);
    } else if (heading !== null) {
      close();
      // A heading can end with number signs.
      const text = (heading[2] ?? '').trimEnd().replace(/\s#+$/, '').trimEnd();
      flow.add({ kind: 'heading', level: heading[1]?.length ?? 1, ...inlineText(text) });
    } else if (figure !== null) {
      close();
      flow.add({ kind: 'figure', text: figure[1] ?? '' });
    } else if (line.includes('|') && isTableRule(lines[at + 1])) {
      close();
      at = addTable(flow, lines, at);
    } else if (!paragraph.isEmpty && /^\s{0,3}(=+|-+)\s*$/.test(line)) {
      const level = line.trim().startsWith('=') ? 1 : 2;
      flow.add({ kind: 'heading', level, ...paragraph.finish() });
      paragraph = new InlineText();
    } else if (line.trim() === '' || rule.test(line)) close();
    else if (item !== null) {
      const mark = /\d/.test(item[2] as string) ? item[2] : '•';
      close();
      const indent = expandTabs(item[1] as string).length;
      while ((indents.at(-1) ?? -1) > indent) indents.pop();
      if ((indents.at(-1) ?? -1) < indent) indents.push(indent);
      const listLevel = indents.length - 1;
      flow.add({ kind: 'paragraph', indent, listLevel, ...inlineText(item[3] ?? '', `${mark} `) });
    } else {
      if (!/^\s/.test(line)) indents.length = 0;
      paragraph.addLine(line.trim());
    }
  }
  close();
  return flow.finish();
}

/** Adds the lines of a fenced code block unchanged. Returns the index of the closing fence. */
function addFenced(flow: FlowBuilder, lines: readonly string[], at: number, opening: string): number {
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(opening)) end++;
  flow.add({ kind: 'paragraph', preformatted: true, text: lines.slice(at + 1, end).join('\n') });
  return end;
}

function isTableRule(line: string | undefined): boolean {
  return line?.includes('-') === true && line.length < 2000 && tableRule.test(line);
}

/** Adds the table that starts at line `at`. Returns the index of its last line. */
function addTable(flow: FlowBuilder, lines: readonly string[], at: number): number {
  const rows = [cellsOf(lines[at] ?? '')];
  let end = at + 1;
  while (end + 1 < lines.length && (lines[end + 1] ?? '').includes('|')) {
    end++;
    rows.push(cellsOf(lines[end] ?? ''));
  }
  const header = rows[0]?.some(({ text }) => text !== '') ?? false;
  const kept = header ? rows : rows.slice(1);
  for (const row of kept) flow.count(0, row.length);
  if (kept.length === 0) return end;
  flow.add({
    kind: 'table',
    rows: kept.map((row) => row.map(({ text }) => text)),
    details: kept.map((row) => row.map(({ links }) => (links === undefined ? undefined : { links }))),
    headerRows: header ? 1 : 0,
  });
  return end;
}

function cellsOf(line: string): InlinePart[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inlineText(cell.replaceAll('\\|', '|').trim()));
}
