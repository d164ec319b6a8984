import { readXml } from '../flow/xml-events.ts';
import { builtInFormat } from './number-format.ts';
import { withoutPrefix } from './package-parts.ts';

/** Returns the number formats of a workbook's cells, by the index of their style. */
export async function readCellFormats(bytes: Uint8Array, file: string): Promise<(string | undefined)[]> {
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
