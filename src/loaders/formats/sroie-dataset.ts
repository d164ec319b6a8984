import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import type { DatasetManifest, DocumentSource } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry, DatasetSource } from '../../model/dataset/loader.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { readJsonFile } from '../reading/read-json.ts';
import { unpairedNotice, withoutGoldNotice } from '../reading/unpaired-notice.ts';
import { layOnGrid, type TextBox } from './character-grid.ts';

const text = (description: string) => ({ type: ['string', 'null'], description });

/** The four fields of SROIE. The values of these fields are texts, exactly as printed on the receipt. */
const properties = {
  company: text(
    'Name of the company or shop that issued the receipt, as printed, without its registration number.',
  ),
  date: text('Date of the receipt, exactly as printed, without the time.'),
  address: text('Postal address of the company or shop, as printed, its lines joined by spaces.'),
  total: text('Total amount to pay including tax and rounding, as printed.'),
};

const config: DatasetManifest['config'] = {
  type: 'EXTRACT',
  baseProcessor: 'extraction_performance',
  schema: { type: 'object', properties, required: Object.keys(properties) },
};

const imageEndings = /\.(jpe?g|png|tiff?|bmp|webp)$/i;

/**
 * SROIE (ICDAR 2019): images of receipts, each with a JSON file of its fields. An image without a JSON file has no
 * gold.
 */
export const sroieLoader = defineLoader({
  name: 'sroie',
  doc: 'receipts: `img/NNN.jpg` with `key/NNN.json`',
  withoutGold: 'an image without a file in `key/`',
  recognise: ({ names }) => ['img', 'key'].every((name) => names?.includes(name) === true),
  open: async (folder) => {
    const images = await byStem(path.join(folder, 'img'), imageEndings);
    const keys = await keysOf(folder);
    const keySet = new Set(keys);
    const withoutKey = [...images].filter(([stem]) => !keySet.has(stem)).map(([, name]) => `img/${name}`);
    const withoutImage = keys.filter((stem) => !images.has(stem)).map((stem) => `key/${stem}.json`);
    return {
      ...headOf(folder, 'sroie'),
      notices: [
        ...unpairedNotice(withoutImage, 'key file', 'image of the same name'),
        ...withoutGoldNotice(withoutKey, 'a key file of the same name'),
      ],
      entries: () =>
        readEntries(folder, [...images.keys()].sort(), keySet, async (stem) => {
          const name = images.get(stem) as string;
          return { kind: 'file', path: path.resolve(folder, 'img', name), name };
        }),
    };
  },
});

/**
 * SROIE receipts without an image. The text of a receipt comes from its box file, which contains words and their
 * positions. A receipt without a JSON file of its fields has no gold.
 */
export const sroieTextLoader = defineLoader({
  name: 'sroie-text',
  doc: 'the receipts that have no image in `img/`, as text from `box/NNN.csv`',
  withoutGold: 'a text file (`box/NNN.csv`) without a file in `key/`',
  open: (folder) => openTexts(folder, false),
});

export const sroieTextAllLoader = defineLoader({
  name: 'sroie-text-all',
  doc: 'all receipts, also those with an image, as text from `box/NNN.csv`',
  withoutGold: 'a text file (`box/NNN.csv`) without a file in `key/`',
  open: (folder) => openTexts(folder, true),
});

async function openTexts(folder: string, withImages: boolean): Promise<DatasetSource> {
  const imageFolder = path.join(folder, 'img');
  const images = existsSync(imageFolder) ? await byStem(imageFolder, imageEndings) : new Map();
  const boxes = await byStem(path.join(folder, 'box'), /\.(csv|txt)$/i);
  const keys = await keysOf(folder);
  const keySet = new Set(keys);
  const stems = [...new Set([...keys, ...boxes.keys()])].sort();
  const chosen = stems.filter((stem) => boxes.has(stem) && (withImages || !images.has(stem)));
  const left = stems.length - chosen.length;
  const withoutKey = chosen.filter((stem) => !keySet.has(stem)).map((stem) => `box/${boxes.get(stem)}`);
  return {
    ...headOf(folder, 'sroie-text'),
    notices: [
      ...(left === 0
        ? []
        : [`${left} of ${stems.length} items are left out: they have no box file, or they have an image`]),
      ...withoutGoldNotice(withoutKey, 'a key file of the same name'),
    ],
    entries: () =>
      readEntries(folder, chosen, keySet, async (stem) => {
        const file = path.join(folder, 'box', boxes.get(stem) as string);
        return { kind: 'text', text: layOnGrid(readBoxes(await readTextFile(file), file)) };
      }),
  };
}

function headOf(folder: string, name: string): Pick<DatasetSource, 'manifest' | 'manifestFile' | 'path'> {
  return {
    manifest: {
      name,
      kind: 'EXTRACT',
      description: 'Receipts with company, date, address and total',
      config,
    },
    manifestFile: path.join(folder, 'key'),
    path: folder,
  };
}

async function keysOf(folder: string): Promise<string[]> {
  return [...(await byStem(path.join(folder, 'key'), /\.json$/i)).keys()].sort();
}

async function byStem(folder: string, ending: RegExp): Promise<Map<string, string>> {
  if (!existsSync(folder))
    throw new GoldsetError('DATASET_INVALID', {
      file: path.dirname(folder),
      path: path.basename(folder),
      found: 'nothing',
      expected: 'a folder',
      fix: `Add the folder "${path.basename(folder)}", or name another dataset folder.`,
    });
  const names = (await readdir(folder)).filter((name) => ending.test(name)).sort();
  return new Map(names.map((name) => [name.replace(ending, ''), name]));
}

async function* readEntries(
  folder: string,
  stems: readonly string[],
  keys: ReadonlySet<string>,
  sourceOf: (stem: string) => Promise<DocumentSource>,
): AsyncGenerator<DatasetEntry> {
  for (const stem of stems)
    yield entryOf(async () => {
      const file = path.join(folder, 'key', `${stem}.json`);
      const value = keys.has(stem) ? ((await readJsonFile(file)) as JsonValue) : null;
      if (keys.has(stem) && !isJsonObject(value))
        throw invalid(file, 'the file', shown(value), 'an object with the fields');
      return {
        id: stem,
        source: await sourceOf(stem),
        expectedOutput: keys.has(stem) ? { value } : null,
        tags: {},
        origin: { file: keys.has(stem) ? file : folder },
      };
    });
}

/** Parses lines with eight numbers (the x and y of four corners) and a text, which may contain commas. */
function readBoxes(text: string, file: string): TextBox[] {
  const boxes: TextBox[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const match = /^\s*((?:-?\d+(?:\.\d+)?\s*,\s*){8})(.*)$/.exec(line);
    if (match === null)
      throw invalid(file, `line ${index + 1}`, shown(line), 'eight numbers and a text, separated by commas');
    const corners = (match[1] ?? '').split(',').slice(0, 8).map(Number);
    const xs = corners.filter((_, place) => place % 2 === 0);
    const ys = corners.filter((_, place) => place % 2 === 1);
    boxes.push({
      text: match[2] ?? '',
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    });
  }
  return boxes;
}

function invalid(file: string, at: string, found: string, expected: string): GoldsetError {
  return new GoldsetError('DATASET_INVALID', {
    file,
    path: at,
    found,
    expected,
    fix: 'Correct the file, or remove the item.',
  });
}
