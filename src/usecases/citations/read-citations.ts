import { readFile } from 'node:fs/promises';
import { citationsOf } from '../../analysis/fold/documents/output-metadata.ts';
import { messageOf } from '../../base/goldset-error.ts';
import { sha256 } from '../../base/hash.ts';
import { truncateList } from '../../base/phrases.ts';
import type { Citation } from '../../model/processor/output.ts';
import type { CitedBox, CitedWords } from '../../model/record/cited-words.ts';
import type { RecordedItem } from '../../model/record/run-record.ts';
import { type Box, wordsInBox } from '../../pages/render/words-in-box.ts';
import { recordFiles } from '../../record/files/record-files.ts';
import { hasCitations } from '../../record/read/citations-file.ts';
import type { RecordReader } from '../../record/read/open-record.ts';
import { CitationsWriter } from '../../record/write/citations-writer.ts';
import type { Ports } from '../ports.ts';
import { type DocumentWords, openWordReader, type WordReader } from '../target/word-reader.ts';

/** The notice names at most this many unreadable documents. */
const mostNamed = 3;

/**
 * Reads the words inside the cited boxes of all outputs of a record and writes them to the file `citations.jsonl` of
 * the record (docs/decisions/0073-citations.md). Reads only pages that are cited. Does nothing if the file already has
 * the words for all outputs, or if the processor does not extract values.
 */
export async function readCitations(
  reader: RecordReader,
  ports: Pick<Ports, 'notice' | 'step'>,
): Promise<void> {
  const { dir, plan } = reader;
  if (plan.dataset.kind !== 'EXTRACT') return;
  const file = recordFiles(dir).citations;
  const index = await reader.index();
  if (await hasCitations(file, index)) return;
  ports.step(`reading the cited pages of ${dir}`);
  const isLocal = plan.target.kind === 'local';
  const problems: string[] = [];
  using writer = new CitationsWriter(file, { rows: index.files.rows.sha256 });
  await using words = await openWordReader();
  for await (const { position, item, runs } of reader.documents()) {
    const outputs = runs.flatMap((rows, version) =>
      rows
        .filter(({ state }) => state === 'processed')
        .map(({ output, repeat }) => ({ version, repeat, boxes: citedBoxes(output) })),
    );
    const pages = new Set(outputs.flatMap(({ boxes }) => boxes.map(({ page }) => page)));
    const document = pages.size === 0 ? null : await readPages(item, pages, words, isLocal);
    if (document !== null && 'reason' in document) problems.push(`${item.id}: ${document.reason}`);
    for (const { version, repeat, boxes } of outputs)
      writer.append({ position, version, repeat, cited: citedWords(boxes, document) });
  }
  writer.finish();
  if (problems.length > 0)
    ports.notice(
      `the citations of ${problems.length} documents cannot be checked (${truncateList(problems, mostNamed)})`,
    );
}

type ReadPages = DocumentWords | { readonly reason: string };

/**
 * Reads pages of an item's document. If boxes on these pages cannot be compared with the citations of the run, returns
 * the reason instead. A file that is neither a PDF file nor an image has no fixed pages, so each service divides it in
 * its own way. Only a local service (`isLocal`) divides it as this function does.
 */
async function readPages(
  { document, documentHash }: RecordedItem,
  pages: ReadonlySet<number>,
  reader: WordReader,
  isLocal: boolean,
): Promise<ReadPages> {
  const { kind, text, path, name } = document;
  if (text === undefined && (kind !== 'file' || path === null))
    return { reason: 'the record does not name a file of the document' };
  try {
    const bytes = text === undefined ? await readFile(path as string) : Buffer.from(text, 'utf8');
    if (text === undefined && sha256(bytes) !== documentHash)
      return { reason: 'the file has changed since the run' };
    const read = await reader.words(bytes, name, pages);
    if (isLocal || read.type === 'PDF' || read.type === 'IMG') return read;
    return { reason: 'the file has no fixed pages, so only the service knows where its cited boxes are' };
  } catch (thrown) {
    const isMissing = (thrown as NodeJS.ErrnoException | null)?.code === 'ENOENT';
    return { reason: isMissing ? 'the file does not exist' : messageOf(thrown) };
  }
}

interface CitedPlace {
  readonly path: string;
  readonly page: number;
  readonly box: Box;
  /** Size of the page, in the unit of the box; `null` if the citation does not state it. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Returns the cited boxes of an output. Ignores citations without a box. */
function citedBoxes(output: unknown): CitedPlace[] {
  return Object.entries(citationsOf(output)).flatMap(([path, citations]) =>
    citations.flatMap((citation) => {
      const box = boxOf(citation);
      const { page = 1, pageWidth, pageHeight } = citation;
      const size = pageWidth && pageHeight ? { width: pageWidth, height: pageHeight } : null;
      return box === null ? [] : [{ path, page, box, size }];
    }),
  );
}

/** Returns the words inside cited boxes, by path. `document` is `null` if no box is cited. */
function citedWords(places: readonly CitedPlace[], document: ReadPages | null): CitedWords {
  const byPath = Map.groupBy(places, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, own]) => {
      // Several boxes can touch the same word, for example one box per letter. Return the word only once.
      const used = new Set<object>();
      return [path, own.map((place) => citedBox(place, document, used))];
    }),
  );
}

/** Returns a cited box and the words in it. Omits words that are in `used`, and adds the returned words to `used`. */
function citedBox({ page, box, size }: CitedPlace, document: ReadPages | null, used: Set<object>): CitedBox {
  const unread = { page, box: size && shares(box, size), size: null, ocr: false };
  if (document === null || 'reason' in document) return { ...unread, words: null };
  const found = document.pages.find(({ number }) => number === page);
  // If the document does not have the page of a box, the box contains no words.
  if (found === undefined) return { ...unread, words: '' };
  const { width, height, words, ocr } = found;
  const edges = shares(box, size ?? found);
  const [left, top, right, bottom] = edges;
  const inPoints = { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
  const inside = wordsInBox(words, inPoints).filter((word) => !used.has(word));
  for (const word of inside) used.add(word);
  return {
    page,
    box: edges,
    size: [rounded(width), rounded(height)],
    words: inside.map(({ text }) => text).join(' '),
    ocr,
  };
}

/**
 * Returns the smallest upright rectangle around the polygon of a citation. Returns `null` if the citation has no
 * polygon.
 */
function boxOf({ polygon = [] }: Citation): Box | null {
  if (polygon.length < 2) return null;
  const xs = polygon.map(({ x }) => x);
  const ys = polygon.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function shares(
  { left, top, right, bottom }: Box,
  page: { width: number; height: number },
): [number, number, number, number] {
  return [
    rounded(left / page.width),
    rounded(top / page.height),
    rounded(right / page.width),
    rounded(bottom / page.height),
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
