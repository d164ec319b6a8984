import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { writeFileAtomically } from '../../base/write-file.ts';
import { ZipArchive } from '../../pages/office/zip-archive.ts';
import { escapeXml, rowXml, type SheetCell, styleOf } from './sheet-cell.ts';
import { type StyleName, sheetStyles } from './sheet-styles.ts';
import { type ZipPart, zipChunks } from './zip-chunks.ts';

export interface SheetColumn {
  readonly head: string;
  /** Width in characters. */
  readonly width: number;
  readonly style: StyleName;
  /** One sentence on what the cells show, for readers who did not make the report. */
  readonly doc: string;
}

export interface SheetRow {
  readonly cells: readonly SheetCell[];
  /** Height in points. Not set if the row has the height of one line. */
  readonly height?: number;
}

/** A sheet with rows in the order in which they are written. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** One or two sentences on what the sheet shows. */
  readonly text: string;
  /** Rows above the table. */
  readonly above: readonly SheetRow[];
  /**
   * Whether the sheet has a table: a row of column headings that stays visible while the sheet scrolls, and a filter.
   */
  readonly table: boolean;
  /** Rows below the column headings. They are read only once. */
  readonly rows: Iterable<SheetRow>;
  /** Number of rows in `rows`. */
  readonly count: number;
  /** Cells that span the whole width. Each cell is given by its row in `above`, from 1, and its column, from 0. */
  readonly wide?: readonly WideCell[];
}

export interface WideCell {
  readonly row: number;
  readonly column: number;
}

export interface WorkbookFacts {
  readonly title: string;
  readonly creator: string;
  /** Time of the report, in ISO 8601. */
  readonly createdAt: string;
  readonly paper: 'a4' | 'letter';
}

/** Maximum number of links in a sheet, because each link takes memory. Later rows have no links. */
const maximumLinks = 10_000;
/** Maximum number of characters that Excel allows in the address of a link. */
const longestLink = 2_000;
const chunkSize = 1 << 18;
const styleNames = Object.keys(sheetStyles) as StyleName[];
const letter = (column: number) => String.fromCharCode(65 + column);

/**
 * Writes sheets as an Excel workbook (Office Open XML). Reads and writes the rows one after another, so that memory
 * does not grow with their number. Equal sheets give equal bytes. No cell is a formula. A sheet can have at most 26
 * columns.
 */
export async function writeWorkbook(
  file: string,
  sheets: readonly Sheet[],
  facts: WorkbookFacts,
): Promise<void> {
  const frame = await writeFrame(sheets, facts);
  const archive = new ZipArchive(frame, file, 'xlsx');
  await writeFileAtomically(file, zipChunks(parts(archive, sheets)));
}

/**
 * Writes the workbook without its rows, which `parts` inserts later. Each sheet has one row for now, with a cell in
 * each style.
 */
function writeFrame(sheets: readonly Sheet[], { paper, ...facts }: WorkbookFacts): Promise<Uint8Array> {
  const modified = new Date(facts.createdAt);
  return writeXlsx({
    stringMode: 'inline',
    properties: { title: facts.title, creator: facts.creator, created: modified, modified },
    sheets: sheets.map((sheet): WriteSheet => {
      const { columns, above, table, count, wide = [] } = sheet;
      const head = above.length + 1;
      const last = letter(columns.length - 1);
      const merged = wide.map(({ row, column }) => ({
        startRow: row - 1,
        endRow: row - 1,
        startCol: column,
        endCol: columns.length - 1,
      }));
      return {
        name: sheet.name,
        columns: columns.map(({ width }) => ({ width })),
        cells: styleCells(),
        merges: merged.length === 0 ? undefined : merged,
        freezePane: table ? { rows: head, columns: 1 } : undefined,
        autoFilter: table ? { range: `A${head}:${last}${head + count}` } : undefined,
        view: { showGridLines: table },
        pageSetup: {
          paperSize: paper,
          orientation: table ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          ...(table ? { printTitlesRow: `$${head}:$${head}` } : {}),
        },
      };
    }),
  });
}

function styleCells() {
  return new Map(styleNames.map((name, i) => [`0,${i}`, { value: 0, style: sheetStyles[name] }] as const));
}

/** Yields the files inside the workbook. Inserts the rows into each sheet, and adds the addresses of the links. */
async function* parts(archive: ZipArchive, sheets: readonly Sheet[]): AsyncGenerator<ZipPart> {
  const read = (name: string) => archive.read(name)?.toString() ?? '';
  const sheetFile = (number: number) => `xl/worksheets/sheet${number}.xml`;
  const files = sheets.map((_, i) => sheetFile(i + 1));
  for (const name of archive.names) if (!files.includes(name)) yield { name, content: read(name) };
  for (const [i, sheet] of sheets.entries()) {
    const links: Link[] = [];
    const name = sheetFile(i + 1);
    yield { name, content: sheetChunks(read(name), sheet, links) };
    const targets = linkTargets(links);
    if (targets !== null) yield { name: `xl/worksheets/_rels/sheet${i + 1}.xml.rels`, content: targets };
  }
}

interface Link {
  readonly cell: string;
  readonly target: string;
}

/** Yields the XML of a sheet with its rows. Appends the links of the cells to `links`. */
async function* sheetChunks(frame: string, sheet: Sheet, links: Link[]): AsyncGenerator<string> {
  const [, start = '', styleRow = '', end = ''] =
    /^(.*<sheetData>)(.*)(<\/sheetData>.*)$/s.exec(frame.replace(/<dimension [^>]*\/>/, '')) ?? [];
  const numbers = [...styleRow.matchAll(/ s="(\d+)"/g)].map(([, number]) => Number(number));
  const numberOf = new Map(styleNames.map((name, i) => [name, numbers[i] ?? 0]));
  let text = start;
  let row = 0;
  for (const { cells, height } of rowsOf(sheet)) {
    row++;
    const styles = cells.map((cell, column) =>
      numberOf.get(styleOf(cell, sheet.columns[column]?.style ?? 'text')),
    );
    text += rowXml(row, cells, styles as number[], height);
    for (const [column, cell] of cells.entries()) addLink(links, `${letter(column)}${row}`, cell);
    if (text.length < chunkSize) continue;
    yield text;
    text = '';
  }
  yield text + withLinks(end, links);
}

function* rowsOf({ above, table, columns, rows }: Sheet): Generator<SheetRow> {
  yield* above;
  if (table)
    yield { cells: columns.map(({ head }) => ({ value: head, style: 'head' as const })), height: 48 };
  yield* rows;
}

function addLink(links: Link[], cell: string, content: SheetCell): void {
  const target = typeof content === 'object' && content !== null ? content.link : undefined;
  if (target !== undefined && target.length <= longestLink && links.length < maximumLinks)
    links.push({ cell, target });
}

/** Inserts the list of links into the end of a sheet. The format requires this list before the page margins. */
function withLinks(end: string, links: readonly Link[]): string {
  if (links.length === 0) return end;
  const ids = idsOf(links);
  const places = links.map(({ cell, target }) => `<hyperlink ref="${cell}" r:id="rId${ids.get(target)}"/>`);
  return end.replace('<pageMargins', `<hyperlinks>${places.join('')}</hyperlinks><pageMargins`);
}

/** Returns the content of the file with the addresses of the links, or `null` if there are no links. */
function linkTargets(links: readonly Link[]): string | null {
  if (links.length === 0) return null;
  const schema = 'http://schemas.openxmlformats.org';
  const type = `${schema}/officeDocument/2006/relationships/hyperlink`;
  const targets = [...idsOf(links)].map(
    ([target, id]) =>
      `<Relationship Id="rId${id}" Type="${type}" Target="${escapeXml(target)}" TargetMode="External"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${schema}/package/2006/relationships">${targets.join('')}</Relationships>`;
}

/** Returns a number for each different address of a link, from 1. */
function idsOf(links: readonly Link[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const { target } of links) if (!ids.has(target)) ids.set(target, ids.size + 1);
  return ids;
}
