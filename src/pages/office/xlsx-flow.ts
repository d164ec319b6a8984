import type { Flow } from '../flow/flow.ts';
import { FlowBuilder } from '../flow/flow-builder.ts';
import { readXml } from '../flow/xml-events.ts';
import { corrupt, empty } from '../input/document-errors.ts';
import { builtInFormat } from './number-format.ts';
import { relationshipsOf, withoutPrefix } from './package-parts.ts';
import { addSheet } from './sheet-blocks.ts';
import { readSheetRows } from './xlsx-rows.ts';
import { ZipArchive } from './zip-archive.ts';

interface SheetReference {
  readonly name: string;
  readonly id: string;
  readonly hidden: boolean;
}

/**
 * Returns the sheets of a workbook, one page per sheet, with the displayed values. Omits hidden sheets, unless all
 * sheets are hidden.
 */
export async function xlsxFlow(bytes: Uint8Array, file: string): Promise<Flow> {
  const document = { file, type: 'XLSX' };
  const archive = new ZipArchive(bytes, file, 'XLSX');
  const root = [...(await relationshipsOf(archive, '', document)).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const workbook = archive.read(part);
  if (workbook === undefined) throw corrupt(file, 'XLSX', 'it has no workbook');
  const { sheets, from1904 } = await readWorkbook(workbook, file);
  const related = await relationshipsOf(archive, part, document);
  const partOf = (type: string): Buffer | undefined => {
    const found = [...related.values()].find((one) => one.type === type);
    return found === undefined ? undefined : archive.read(found.target);
  };
  const flow = new FlowBuilder(file);
  const texts = await readSharedTexts(partOf('sharedStrings'), file, flow);
  const styles = partOf('styles');
  const formats = styles === undefined ? [] : await readCellFormats(styles, file);
  const shown = sheets.filter(({ hidden }) => !hidden);
  for (const { name, id } of shown.length > 0 ? shown : sheets) {
    const reference = related.get(id);
    if (reference?.type !== 'worksheet') continue;
    const sheet = archive.read(reference.target);
    if (sheet === undefined) throw corrupt(file, 'XLSX', `the sheet ${name.slice(0, 80)} is missing`);
    const rows = await readSheetRows(sheet, { file, texts, formats, from1904, flow });
    flow.name(name);
    addSheet(flow, rows);
    flow.endPage();
  }
  const made = flow.finish();
  if (!made.pages.some(({ blocks }) => blocks.length > 0))
    throw empty(file, 'the workbook has no filled cells');
  return made;
}

async function readWorkbook(
  bytes: Uint8Array,
  file: string,
): Promise<{ sheets: SheetReference[]; from1904: boolean }> {
  const sheets: SheetReference[] = [];
  let from1904 = false;
  await readXml(
    bytes,
    { file, type: 'XLSX' },
    {
      open: (prefixed, attributes) => {
        const name = withoutPrefix(prefixed);
        if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(
          ([key]) => key.includes(':') && withoutPrefix(key) === 'id',
        );
        sheets.push({
          name: attributes.name ?? `Sheet${sheets.length + 1}`,
          id: id?.[1] ?? '',
          hidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        });
      },
    },
  );
  return { sheets, from1904 };
}

/** Returns the shared texts of a workbook. Cells refer to these texts by index. Omits phonetic annotations. */
async function readSharedTexts(
  bytes: Uint8Array | undefined,
  file: string,
  flow: FlowBuilder,
): Promise<string[]> {
  const texts: string[] = [];
  if (bytes === undefined) return texts;
  let current = '';
  let inText = false;
  let phonetic = 0;
  await readXml(
    bytes,
    { file, type: 'XLSX' },
    {
      open: (prefixed) => {
        const name = withoutPrefix(prefixed);
        if (name === 'si') current = '';
        if (name === 'rPh') phonetic++;
        inText = name === 't' && phonetic === 0;
      },
      close: (prefixed) => {
        const name = withoutPrefix(prefixed);
        inText = false;
        if (name === 'rPh') phonetic--;
        if (name === 'si') {
          flow.count(current.length);
          texts.push(current);
        }
      },
      text: (text) => {
        if (inText) current += text;
      },
    },
  );
  return texts;
}

/** Returns the number formats of cells, by the index of their style. */
async function readCellFormats(bytes: Uint8Array, file: string): Promise<(string | undefined)[]> {
  const own = new Map<number, string>();
  const cells: (string | undefined)[] = [];
  let inCells = false;
  await readXml(
    bytes,
    { file, type: 'XLSX' },
    {
      open: (prefixed, attributes) => {
        const name = withoutPrefix(prefixed);
        if (name === 'cellXfs') inCells = true;
        if (name === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
        if (name !== 'xf' || !inCells) return;
        const number = Number(attributes.numFmtId ?? 0);
        cells.push(own.get(number) ?? builtInFormat(number));
      },
      close: (prefixed) => {
        if (withoutPrefix(prefixed) === 'cellXfs') inCells = false;
      },
    },
  );
  return cells;
}
