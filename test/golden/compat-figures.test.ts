// Compares the scores of src/compat with the figures of the original programs, on real documents (../shared/data).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anlsStar } from '../../src/compat/anls-star.ts';
import { type KievalScores, KievalTable, kieval } from '../../src/compat/kieval.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const cord = path.join(data, 'cord-kieval');
const sroie = path.join(data, 'sroie');

interface AnlsOracle {
  readonly mean: number;
  readonly documents: readonly {
    readonly doc?: number;
    readonly number?: string;
    readonly gold: unknown;
    readonly prediction: unknown;
    readonly anlsStar: number;
    readonly perField?: Readonly<Record<string, number>>;
  }[];
}

interface RecordedKieval {
  readonly kieval_entity_f1: number;
  readonly precision: number;
  readonly recall: number;
  readonly accuracy: number;
  readonly kieval_aligned: number;
  readonly label: number;
  readonly exact_match: number;
  readonly wrong_match: number;
  readonly no_match: number;
}

interface KievalOracle {
  readonly total: RecordedKieval & { readonly macro_f1: number };
  readonly totalGrouping: RecordedKieval;
  readonly documentExactMatch: { readonly exact_match: number };
  readonly perEntity: Readonly<Record<string, RecordedKieval>>;
  readonly perDocument: readonly (RecordedKieval & { readonly doc: number })[];
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function checkAnls(file: string, documents: number): void {
  const oracle = readJson<AnlsOracle>(file);
  let sum = 0;
  for (const { doc, number, gold, prediction, anlsStar: recorded, perField } of oracle.documents) {
    const { score, byField } = anlsStar(gold, prediction);
    expect(score, `document ${doc ?? number}`).toBeCloseTo(recorded, 9);
    for (const [field, figure] of Object.entries(perField ?? {})) {
      expect(byField.get(field), `document ${doc ?? number}, ${field}`).toBeCloseTo(figure, 9);
    }
    sum += score;
  }
  expect(oracle.documents).toHaveLength(documents);
  expect(sum / documents).toBeCloseTo(oracle.mean, 9);
}

/**
 * Reads groups of rows, which are separated by empty lines. A group has a line with its number, a line with names, and
 * then its rows. `<empty>` means no value.
 */
function readGroups(file: string): Record<string, Record<string, string | null>[]> {
  const groups: Record<string, Record<string, string | null>[]> = {};
  for (const block of readFileSync(file, 'utf8').replaceAll('\r\n', '\n').split('\n\n')) {
    const [group, names, ...rows] = block.split('\n').filter((line) => line !== '');
    if (group === undefined || names === undefined) continue;
    const keys = names.split('\t');
    groups[group] = rows.map((row) =>
      Object.fromEntries(
        row.split('\t').map((cell, at) => [keys[at] ?? '', cell === '<empty>' ? null : cell]),
      ),
    );
  }
  return groups;
}

function nonEmptyRows(groups: Record<string, Record<string, string | null>[]>): typeof groups {
  const hasValue = (row: Record<string, string | null>) => Object.values(row).some((cell) => cell !== null);
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, rows]) => {
      const kept = rows.filter(hasValue);
      return kept.length === 0 ? [] : [[group, kept]];
    }),
  );
}

function checkScores(scores: KievalScores | undefined, recorded: RecordedKieval, of: string): void {
  expect(scores, of).toMatchObject({
    tp: recorded.exact_match,
    wrong: recorded.wrong_match,
    lacking: recorded.no_match,
    labels: recorded.label,
  });
  // The other program returns 0 if the denominator is 0.
  expect(scores?.entityF1 ?? 0, of).toBeCloseTo(recorded.kieval_entity_f1, 9);
  expect(scores?.precision ?? 0, of).toBeCloseTo(recorded.precision, 9);
  expect(scores?.recall ?? 0, of).toBeCloseTo(recorded.recall, 9);
  expect(scores?.accuracy ?? 0, of).toBeCloseTo(recorded.accuracy, 9);
  expect(scores?.aligned ?? 0, of).toBeCloseTo(recorded.kieval_aligned, 9);
}

describe.skipIf(!existsSync(cord))('recorded figures of ../shared/data/cord-kieval', () => {
  it('ANLS* of 60 receipts', () => {
    checkAnls(path.join(cord, 'anls-star-oracle.json'), 60);
  });

  it('KIEval of 60 receipts: each document, each entity, the groups and the totals', () => {
    const oracle = readJson<KievalOracle>(path.join(cord, 'kieval-scores.json'));
    const sum = new KievalTable();
    const withoutEmptyRows = new KievalTable();
    let exact = 0;
    let exactWithEmptyGroup = 0;
    for (const recorded of oracle.perDocument) {
      const gold = readGroups(path.join(cord, 'gt', `${recorded.doc}.csv`));
      const predicted = readGroups(path.join(cord, 'pred', `${recorded.doc}.csv`));
      const table = kieval(gold, predicted);
      checkScores(table.total, recorded, `document ${recorded.doc}`);
      sum.addTable(table);
      withoutEmptyRows.addTable(kieval(nonEmptyRows(gold), nonEmptyRows(predicted)));
      // The other program counts a document as inexact if a group has no value in gold and prediction. One document
      // without an error has such a group.
      const hasEmptyGroup = Object.values({ ...predicted, ...gold }).some((rows) =>
        rows.every((row) => Object.values(row).every((value) => value === null)),
      );
      if (table.exact === true) exact++;
      if (table.exact === true && hasEmptyGroup) exactWithEmptyGroup++;
    }
    expect(oracle.perDocument).toHaveLength(60);
    checkScores(sum.total, oracle.total, 'total');
    checkScores(sum.grouping, oracle.totalGrouping, 'grouping');
    // Without the 4 predicted rows that have no value, 4 fewer rows are spurious.
    expect([sum.grouping.fp, withoutEmptyRows.grouping.fp]).toEqual([131, 127]);
    expect(withoutEmptyRows.total).toEqual(sum.total);
    expect(sum.macroF1).toBeCloseTo(oracle.total.macro_f1, 9);
    expect([exact, exactWithEmptyGroup]).toEqual([6, 1]);
    expect(exact - exactWithEmptyGroup).toBe(oracle.documentExactMatch.exact_match);
    const entities = Object.entries(oracle.perEntity).filter(([name]) => !name.endsWith('.grouping'));
    const own = new Map([...sum.entities].map(([name, scores]) => [name.replace(/^\d+\./, ''), scores]));
    for (const [name, recorded] of entities) checkScores(own.get(name), recorded, name);
    expect(own.size).toBe(entities.length);
  });
});

describe.skipIf(!existsSync(sroie))('recorded figures of ../shared/data/sroie', () => {
  it('ANLS* of each document and field', () => {
    checkAnls(path.join(sroie, 'anls-star-oracle.json'), 194);
  });
});
