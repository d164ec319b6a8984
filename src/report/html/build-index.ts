import type { LeafOutcome, Outcome } from '../../model/ledger.ts';
import type { DocumentRow, DocumentVersion, ReportModel, StripSegment } from '../../model/report-model.ts';
import { formatValue } from '../format-measurement.ts';
import { type ImageAbsence, type IndexBlock, type IndexVersion, imageAbsence } from './report-blocks.ts';

const changeLetters: Record<DocumentRow['change'], string> = {
  broke: 'b',
  fixed: 'f',
  'changed-wrong': 'w',
  same: 's',
  none: 'n',
};
const notRight = new Set<Outcome>(['incorrect', 'missing', 'spurious']);

/** Numbers for names, given in the order of first use. */
export class NameTable {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(names: readonly string[] = []) {
    for (const name of names) this.numberOf(name);
  }

  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.names.push(name);
      this.#numbers.set(name, number);
    }
    return number;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

/** The table of all documents in columns, which deflate to a few bytes a document. */
export function buildIndex(
  model: ReportModel,
  fields: NameTable,
  images: readonly (number | ImageAbsence)[],
): IndexBlock {
  const labels = new NameTable([
    ...(model.classes?.expectedLabels ?? []),
    ...(model.classes?.predictedLabels ?? []),
  ]);
  const strips = new Map(model.packets?.strips.map((strip) => [strip.itemId, strip]));
  const cellsOf = (item: DocumentRow, version: number): number[] => {
    if (model.classes === null) return [];
    const strip = strips.get(item.itemId);
    const pairs = strip
      ? pagePairs(strip.expected, strip.predicted[version] ?? [], strip.pages)
      : labelPairs(item.versions[version]);
    const numbers = pairs.map(([expected, got]) => [labels.find(expected), labels.find(got)] as const);
    const cells = numbers.flatMap(([a, b]) =>
      a === undefined || b === undefined ? [] : [a * labels.names.length + b],
    );
    return [...new Set(cells)];
  };
  return {
    ids: model.items.map((item) => item.itemId),
    names: model.items.map((item) => (item.name === item.itemId ? '' : item.name)),
    tags: tagColumns(model.items),
    change: model.items.map((item) => changeLetters[item.change]).join(''),
    fields: fields.names,
    labels: labels.names,
    versions: model.versions.map((_, version) => versionColumns(model.items, version, fields, cellsOf)),
    images: images.map((image) => (typeof image === 'number' ? image : -imageAbsence.indexOf(image))),
  };
}

function versionColumns(
  items: readonly DocumentRow[],
  version: number,
  fields: NameTable,
  cellsOf: (item: DocumentRow, version: number) => number[],
): IndexVersion {
  const column = <T>(read: (row: DocumentVersion | undefined) => T): T[] =>
    items.map((item) => read(item.versions[version]));
  return {
    state: column((row) => (row ? row.state.charAt(0) : 'n')).join(''),
    exact: column((row) => (row?.exact === true ? '1' : row?.exact === false ? '0' : '-')).join(''),
    correct: column((row) => row?.counts.correct ?? 0),
    incorrect: column((row) => row?.counts.incorrect ?? 0),
    missing: column((row) => row?.counts.missing ?? 0),
    spurious: column((row) => row?.counts.spurious ?? 0),
    confidence: column((row) => (row?.confidence == null ? -1 : Math.round(row.confidence * 1000))),
    latency: column((row) => (row?.latencyMs == null ? -1 : Math.round(row.latencyMs))),
    wrong: column((row) => [
      ...new Set((row?.leaves ?? []).filter(isWrong).map((leaf) => fields.numberOf(leaf.field))),
    ]),
    cells: items.map((item) => cellsOf(item, version)),
  };
}

function isWrong(leaf: LeafOutcome): boolean {
  return notRight.has(leaf.outcome);
}

function tagColumns(items: readonly DocumentRow[]): IndexBlock['tags'] {
  const names = new NameTable();
  for (const item of items) for (const name of Object.keys(item.tags)) names.numberOf(name);
  return names.names.map((name) => {
    const values = new NameTable();
    const of = items.map((item) => {
      const value = Object.hasOwn(item.tags, name) ? item.tags[name] : undefined;
      return value === undefined ? 0 : values.numberOf(value) + 1;
    });
    return { name, values: values.names, of };
  });
}

const noAnswer = '(no answer)';

function labelPairs(row: DocumentVersion | undefined): [string, string][] {
  const leaf = row?.leaves[0];
  if (!leaf || leaf.expected === undefined) return [];
  return [[formatValue(leaf.expected), leaf.predicted == null ? noAnswer : formatValue(leaf.predicted)]];
}

/** Expected and predicted type of each page of a packet. */
function pagePairs(
  expected: readonly StripSegment[],
  predicted: readonly StripSegment[],
  pages: number,
): [string, string][] {
  const typeAt = (segments: readonly StripSegment[], page: number) =>
    segments.find((segment) => segment.startPage <= page && page <= segment.endPage)?.type;
  return Array.from({ length: pages }, (_, index) => index + 1).flatMap((page) => {
    const wanted = typeAt(expected, page);
    return wanted === undefined ? [] : [[wanted, typeAt(predicted, page) ?? noAnswer] as [string, string]];
  });
}
