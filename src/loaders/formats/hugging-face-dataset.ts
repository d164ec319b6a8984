import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { truncateList } from '../../base/phrases.ts';
import { textLines } from '../../base/read-text-file.ts';
import { InsideFolder } from '../../base/safe-path.ts';
import type { DatasetEntry } from '../../model/dataset/loader.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { shown } from '../../model/processor/mismatch.ts';
import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import { defineLoader, entryOf } from '../reading/define-loader.ts';
import { documentSource } from '../reading/document-source.ts';
import { ConfigInference } from '../reading/infer-config.ts';
import { parseJsonLine } from '../reading/read-json.ts';

const listName = 'metadata.jsonl';
const fix =
  'Write one JSON object per line, with "file_name" and one of these: "ground_truth", "label", or one member per field.';
const lineSchema = z.looseObject({ file_name: z.string().min(1) });
/** The gold of one line, before it is known whether the dataset has fields or classes. */
interface LineGold {
  readonly fields: JsonObject | null;
  /** The class; `null` if the line does not name a class. */
  readonly type: string | null;
  /** True if the label is `null`. Such a line has no gold if the dataset has classes. */
  readonly lacksClass: boolean;
  /** Names of members that are used neither as fields nor as the class. */
  readonly ignored: readonly string[];
  /**
   * Names of members that become fields if the dataset has fields. If the dataset has classes, goldset ignores these
   * members.
   */
  readonly besideClass: readonly string[];
}

/**
 * A folder of documents with `metadata.jsonl`, as the ImageFolder builder of Hugging Face Datasets reads it
 * (https://huggingface.co/docs/datasets/image_dataset). The gold of a line is in one of three places: in the member
 * `ground_truth`, in the member `label`, or in all other members. `ground_truth` is a JSON text with `gt_parse`, as
 * Donut writes it (https://github.com/clovaai/donut).
 */
export const huggingFaceLoader = defineLoader({
  name: 'hugging-face',
  doc: '`metadata.jsonl` with one object per document: `file_name`, and the gold in `ground_truth` (`gt_parse`), in `label` or in other members',
  withoutGold: 'a line with only `file_name`',
  recognise: ({ path: input, names }) =>
    names === null ? path.basename(input) === listName : names.includes(listName),
  open: async (input) => {
    const file = (await stat(input)).isDirectory() ? path.join(input, listName) : input;
    const { kind, config, ignored } = await inspect(file);
    const notice = `ignored members of ${path.basename(file)}, which are not part of the gold: ${truncateList(ignored, 20)}`;
    return {
      manifest: {
        name: path.basename(path.dirname(path.resolve(file))),
        kind,
        ...(config === undefined ? {} : { config }),
      },
      manifestFile: file,
      path: input,
      inferred: true,
      notices: ignored.length === 0 ? [] : [notice],
      entries: () => readItems(file, kind),
    };
  },
});

/** Reads all lines once to determine the kind and the config. Skips invalid lines, which `readItems` reports. */
async function inspect(file: string) {
  const byKind = { CLASSIFY: new ConfigInference('CLASSIFY'), EXTRACT: new ConfigInference('EXTRACT') };
  const [ignored, besideClass] = [new Set<string>(), new Set<string>()];
  let kind: 'CLASSIFY' | 'EXTRACT' | undefined;
  for await (const { text, line } of textLines(file)) {
    const gold = await entryGold(file, line, text);
    if (gold === null) continue;
    for (const name of gold.ignored) ignored.add(name);
    for (const name of gold.besideClass) besideClass.add(name);
    if (gold.fields === null) continue;
    byKind.EXTRACT.add(gold.fields);
    if (gold.type !== null) byKind.CLASSIFY.add({ type: gold.type });
    if (!gold.lacksClass) kind = gold.type === null ? 'EXTRACT' : (kind ?? 'CLASSIFY');
  }
  const found = kind ?? 'EXTRACT';
  const unused = found === 'CLASSIFY' ? ignored.union(besideClass) : ignored;
  return { kind: found, config: byKind[found].serviceConfig(), ignored: [...unused] };
}

/** Returns the gold of a line, or `null` if the line is invalid. */
async function entryGold(file: string, line: number, text: string): Promise<LineGold | null> {
  try {
    return readLine(file, line, text).gold;
  } catch (thrown) {
    if (thrown instanceof GoldsetError) return null;
    throw thrown;
  }
}

async function* readItems(file: string, kind: ProcessorKind): AsyncGenerator<DatasetEntry> {
  const inside = new InsideFolder(path.dirname(file));
  for await (const { text, line } of textLines(file))
    yield entryOf(() => {
      const { document, gold } = readLine(file, line, text);
      const { fields, type } = gold;
      const isClass = kind === 'CLASSIFY';
      const expectedOutput: JsonValue = isClass ? type && { type } : fields && { value: fields };
      return {
        id: document.replace(/\.[^./]+$/, ''),
        source: documentSource({ file: document }, inside, `${file}, line ${line}`, document),
        expectedOutput,
        tags: {},
        origin: { file, line },
      };
    });
}

function readLine(file: string, line: number, text: string): { document: string; gold: LineGold } {
  const place = { file, line, text, fix };
  const { file_name: document, ...members } = parseJsonLine(place, lineSchema) as JsonObject & {
    file_name: string;
  };
  const { ground_truth: truth, label } = members;
  const others = (used: string) => Object.keys(members).filter((name) => name !== used);
  const base = { type: null, lacksClass: false, ignored: [], besideClass: [] };
  if (typeof label === 'string' || typeof label === 'number')
    return {
      document,
      gold: { ...base, fields: members, type: String(label), besideClass: others('label') },
    };
  if (truth === null) return { document, gold: { ...base, fields: null, ignored: others('ground_truth') } };
  if (truth === undefined) {
    const besideClass = others('label');
    const lacksClass = label === null;
    const hasFields = Object.keys(members).length > 0 && !(lacksClass && besideClass.length === 0);
    return { document, gold: { ...base, fields: hasFields ? members : null, lacksClass, besideClass } };
  }
  const parsed = typeof truth === 'string' ? jsonIn(truth) : truth;
  const parse = isJsonObject(parsed) ? parsed.gt_parse : undefined;
  if (!isJsonObject(parse))
    throw new GoldsetError('DATASET_LINE_INVALID', {
      file,
      line,
      path: 'ground_truth',
      found: shown(truth),
      expected: 'a JSON text {"gt_parse": {...}} with the fields of the document',
      fix,
    });
  const names = Object.keys(parsed as JsonObject).filter((name) => name !== 'gt_parse');
  const ignored = [...others('ground_truth'), ...names.map((name) => `ground_truth.${name}`)];
  const isClass = Object.keys(parse).length === 1 && typeof parse.class === 'string';
  const type = isClass ? (parse.class as string) : null;
  return { document, gold: { ...base, fields: parse, type, ignored } };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
