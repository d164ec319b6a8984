import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const text = { type: ['string', 'null'] };
const config = { type: 'EXTRACT', schema: { type: 'object', properties: { text }, required: ['text'] } };

function lines(count: number, of: (n: number) => object): string {
  return Array.from({ length: count }, (_, n) => `${JSON.stringify(of(n))}\n`).join('');
}

/** Writes a dataset of short texts. The gold of each document is its text. Returns the folder. */
export async function writeTexts(folder: string, items: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'dataset.json'),
    JSON.stringify({ name: 'set', kind: 'EXTRACT', config }),
  );
  const item = (n: number) => ({ id: `i${n}`, text: `text ${n}`, expectedOutput: { text: `text ${n}` } });
  await writeFile(path.join(folder, 'items.jsonl'), lines(items, item));
  return folder;
}

/** Writes an output for each item of `writeTexts`. */
export async function writePredictions(file: string, items: number): Promise<string> {
  const prediction = (n: number) => ({ id: `i${n}`, output: { value: { text: `text ${n} `.repeat(40) } } });
  await writeFile(file, lines(items, prediction));
  return file;
}

/** Writes a completed review list that corrects the labels of every second item of `writeTexts`. */
export async function writeReview(file: string, items: number): Promise<string> {
  const header = 'item,path,label,proposed,score,evidence,decision,corrected,reviewer';
  const changes = Array.from({ length: items }, (_, n) => n)
    .filter((n) => n % 2 === 0)
    .map((n) => `i${n},text,"""text ${n}""",,9,e,correct,new text ${n},tester`);
  await writeFile(file, `${[header, ...changes].join('\r\n')}\r\n`);
  return file;
}
