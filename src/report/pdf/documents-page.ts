import { percent } from '../../base/phrases.ts';
import { type DocumentState, documentStateLabels } from '../../model/report/document-state.ts';
import {
  type ConfigChanges,
  type ConfigSetting,
  differenceMarks,
  differenceText,
  type LookFirst,
  type LookFirstDocument,
  lookFirstCounts,
  type ReportSummary,
} from '../../model/report/summary.ts';
import { type Box, colors, type PdfPages } from './pdf-pages.ts';

export interface DocumentsPage {
  readonly summary: ReportSummary;
  readonly versions: readonly string[];
  /** Pictures of parts of pages, by the position of the document. */
  readonly crops: ReadonlyMap<number, Uint8Array>;
  /** State of each document by its position. Empty if the report has only one version. */
  readonly states: ReadonlyMap<number, DocumentState>;
}

const stateColors: Partial<Record<DocumentState, string>> = {
  newlyWrong: colors.worse,
  noResult: colors.stop,
  moreErrors: colors.worse,
  mixed: colors.amber,
};
const rowHeight = 84;
const cropWidth = 220;
const labelWidth = 64;
/** Minimum height in points for the changes of the configuration. */
const leastHeight = 48;

export function hasDocumentsPage({ lookFirst, configChanges }: ReportSummary): boolean {
  return lookFirst.documents.length > 0 || configChanges !== null;
}

/**
 * Draws the second page of the PDF file: the documents to open first, each with a picture that is cut out of the
 * document, and the changes of the configuration.
 */
export function drawDocumentsPage(pages: PdfPages, content: DocumentsPage): void {
  const { lookFirst, configChanges } = content.summary;
  pages.startPage(
    lookFirst.documents.length > 0 ? 'Look at these first' : 'What changed in the configuration',
  );
  const { area } = pages;
  let { y } = area;
  if (lookFirst.documents.length > 0) {
    y = pages.text('H1', 'Look at these first', area, { size: 14, bold: true });
    y = pages.text('P', countText(lookFirst), { ...area, y }, { color: colors.quiet, lines: 2 }) + 8;
    for (const document of lookFirst.documents) {
      drawDocument(pages, document, content, { ...area, y, height: rowHeight });
      y += rowHeight;
    }
    y += 8;
  }
  const left = area.y + area.height - y;
  if (configChanges !== null && left >= leastHeight)
    drawConfigChanges(pages, configChanges, { ...area, y, height: left });
}

function countText(list: LookFirst): string {
  const { documents, total, lost, of } = list;
  const all = total + lost;
  const shared = documents.some(({ sameCause }) => sameCause !== undefined)
    ? ' Documents whose errors have the same cause share one entry.'
    : '';
  const counts = lost === 0 ? ` with ${of}` : `: ${lookFirstCounts(list)}`;
  return all > documents.length
    ? `${documents.length} of ${all} documents${counts}.${shared} The report page lists all documents.`
    : `${all === 1 ? 'The only document' : `All ${all} documents`}${counts}.`;
}

function drawDocument(pages: PdfPages, document: LookFirstDocument, content: DocumentsPage, box: Box): void {
  const { itemId, errors, sameCause, place, expected, values, confidence, position } = document;
  pages.shapes((doc) => {
    doc
      .lineWidth(0.6)
      .strokeColor(colors.line)
      .moveTo(box.x, box.y)
      .lineTo(box.x + box.width, box.y)
      .stroke();
  });
  const crop = content.crops.get(position);
  const width = crop === undefined ? box.width : box.width - cropWidth - 16;
  const column = { x: box.x, width };
  let y = pages.text('H2', itemId, { ...column, y: box.y + 6 }, { size: 10, bold: true });
  const state = content.states.get(position);
  const sign = state === undefined ? '' : documentStateLabels[state][0];
  const color = stateColors[state ?? 'unchanged'] ?? colors.ink;
  y = pages.text('P', `${sign} ${errors} · ${place}`, { ...column, y }, { size: 9, color });
  y = pages.text('P', sameCause ?? '', { ...column, y }, { size: 8.5 });
  const sure = confidence === null ? '' : ` (confidence ${percent(confidence)})`;
  const rows = [
    ['expected', expected],
    ...values.map((value, i) => [content.versions[i] ?? '', value + (i === values.length - 1 ? sure : '')]),
  ];
  for (const [label = '', value = ''] of rows) {
    pages.text('P', label, { x: box.x, y, width: labelWidth - 4 }, { size: 8.5, color: colors.quiet });
    y = pages.text('P', value, { x: box.x + labelWidth, y, width: width - labelWidth }, { size: 8.5 });
  }
  if (document.cropNote !== undefined && y + 11 <= box.y + rowHeight)
    pages.text('P', document.cropNote, { ...column, y }, { size: 7.5, color: colors.quiet });
  if (crop !== undefined)
    pages.image(
      crop,
      `Page with the value of ${place} in ${itemId}`,
      { x: box.x + box.width - cropWidth, y: box.y + 6, width: cropWidth, height: rowHeight - 12 },
      'right',
    );
}

/** Draws the sentence on the changes, and as many settings as there is room for. */
function drawConfigChanges(pages: PdfPages, changes: ConfigChanges, box: Box): void {
  const end = box.y + box.height;
  const style = { size: 9, lines: 4 };
  let y = pages.text('H1', 'What changed in the configuration', box, { size: 14, bold: true }) + 3;
  y = pages.text('P', changes.sentence, { ...box, y }, { lines: 3 }) + 6;
  if (changes.settings.some(({ difference }) => difference !== null))
    y =
      pages.text(
        'P',
        `Changed words: ${differenceMarks}`,
        { ...box, y },
        { size: 8.5, color: colors.quiet },
      ) + 2;
  for (const [i, setting] of changes.settings.entries()) {
    const line = settingLine(setting);
    const left = changes.settings.length - i;
    const room = left > 1 ? 14 : 0;
    if (y + pages.textHeight(line, box.width - 10, style) + room > end) {
      if (y + 12 <= end)
        pages.text(
          'P',
          `and ${left} more in the report page`,
          { ...box, y },
          { size: 9, color: colors.quiet },
        );
      return;
    }
    y = pages.text('P', `• ${line}`, { ...box, y }, style) + 2;
  }
}

/** Describes a changed setting: its text, its result, and its values unless the text already contains them. */
function settingLine({ text, difference, from, to, result }: ConfigSetting): string {
  const both = from === null || to === null ? (to ?? from ?? '') : `${from} → ${to}`;
  const values = difference === null ? both : differenceText(difference);
  const change = result === null ? text : `${text} (${result.text})`;
  return values === '' || text.includes(values) ? change : `${change}: ${values}`;
}
