/**
 * Measures how well the local engine reads the documents of ../shared/data with the base processor
 * `extraction_performance`. All leaves of all documents of a set are counted together. Values are compared exactly,
 * except for names and addresses of shops, which are compared with `fuzzy:0.85`.
 *
 * node bench/reading.ts [--wrong] [--keep] [part of a set's name ...]
 *
 * --wrong prints each wrong value with its confidence. --keep uses stored parse results also after a change of the
 * parsing code.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ExtractConfig } from '../src/model/processor/processor-config.ts';
import { compileScorer } from '../src/scorers/compile-scorer.ts';
import { extractFields } from '../src/service/engines/local/extract/extract-fields.ts';
import { type ReadingSet, readingSets } from './reading/cases.ts';
import { isFlawed } from './reading/gold-flaws.ts';
import { ParsedDocuments } from './reading/parsed-documents.ts';

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const data = path.resolve(import.meta.dirname, '../../shared/data');
if (!existsSync(data)) {
  console.log(`skipped: ${data} does not exist`);
  process.exit(0);
}
const documents = await ParsedDocuments.open(flags.includes('--keep'));

/**
 * Counts of the values in a set of documents. `sure` counts the values to which the engine gives a confidence of at
 * least 0.9.
 */
interface Tally {
  correct: number;
  expected: number;
  given: number;
  sure: number;
  sureWrong: number;
  sureRight: number;
  /**
   * Number of fields for which the gold has no value. `spurious` is the number of these fields for which the output has
   * a value.
   */
  empty: number;
  spurious: number;
}

const none: Tally = {
  correct: 0,
  expected: 0,
  given: 0,
  sure: 0,
  sureWrong: 0,
  sureRight: 0,
  empty: 0,
  spurious: 0,
};

/** Returns the confidence of the value at a path, or 0 if the output has none. */
function confidenceOf(metadata: Record<string, { logprobsConfidence?: number | null }>, at: string): number {
  return metadata[at]?.logprobsConfidence ?? 0;
}

/**
 * Gold values that are not counted. `off schema`: values that contradict the schema. `flaws`: these values, and values
 * with a known flaw.
 */
type LeftOut = 'nothing' | 'off schema' | 'flaws';

/** Counts the values of a set. */
async function measure(set: ReadingSet, ignoreCase: boolean, leftOut: LeftOut = 'nothing'): Promise<Tally> {
  const fuzzy = (set.fuzzy ?? []).map((field) => ({
    field,
    comparator: 'fuzzy' as const,
    options: { threshold: 0.85, ...(ignoreCase && { ignoreCase: true }) },
  }));
  const { schema, fields } = set.config as ExtractConfig;
  const scorer = compileScorer({ schema, fields } as ExtractConfig, { comparators: fuzzy });
  const tally: Tally = { ...none };
  for (const document of set.documents) {
    const output = extractFields(await documents.parse(document), set.config as ExtractConfig, {
      effort: 'performance',
    });
    const { value, metadata } = output as { value: never; metadata: never };
    const fold = (json: unknown) => (ignoreCase ? JSON.parse(JSON.stringify(json).toLowerCase()) : json);
    const { leaves } = scorer.itemScore({ expected: fold(document.gold), predicted: fold(value) });
    for (const leaf of leaves) {
      const { outcome, expected, predicted, path: at } = leaf;
      if (set.counts?.(at) === false || (outcome === 'spurious' && set.onlyGold)) continue;
      if (leftOut !== 'nothing' && document.offSchema?.has(at.split(/[.[]/, 1)[0] ?? '')) continue;
      const place = { set: set.name, document: document.id, path: at };
      if (leftOut === 'flaws' && outcome !== 'correct' && isFlawed(place, expected, predicted)) continue;
      const hasGold = outcome === 'correct' || outcome === 'incorrect' || outcome === 'missing';
      const isGiven = outcome === 'correct' || outcome === 'incorrect' || outcome === 'spurious';
      if (hasGold) tally.expected += 1;
      if (isGiven) tally.given += 1;
      if (outcome === 'correct') tally.correct += 1;
      if (outcome === 'spurious' || outcome === 'absent') tally.empty += 1;
      if (outcome === 'spurious') tally.spurious += 1;
      if (isGiven && confidenceOf(metadata, leaf.predictedPath ?? at) >= 0.9) {
        tally.sure += 1;
        tally[outcome === 'correct' ? 'sureRight' : 'sureWrong'] += 1;
      }
      if (
        flags.includes('--wrong') &&
        !ignoreCase &&
        leftOut === 'nothing' &&
        (hasGold || isGiven) &&
        outcome !== 'correct'
      )
        console.log(
          [
            set.name,
            document.id,
            at,
            outcome,
            shown(expected),
            shown(predicted),
            confidenceOf(metadata, leaf.predictedPath ?? at),
          ].join('\t'),
        );
    }
  }
  return tally;
}

function shown(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 90);
}

const share = (part: number, all: number) => (all === 0 ? '   -' : (part / all).toFixed(3).replace(/^0/, ''));
const rows: string[][] = [
  [
    'set',
    'documents',
    'values',
    'F1',
    'any case',
    'precision',
    'recall',
    '>= .9: wrong',
    'right kept',
    'empty',
    'given a value',
  ],
];
function row(name: string, documents: number, exact: Tally, folded: Tally): string[] {
  const f1 = ({ correct, expected, given }: Tally) => share(2 * correct, expected + given);
  return [
    name,
    String(documents),
    String(exact.expected),
    f1(exact),
    f1(folded),
    share(exact.correct, exact.given),
    share(exact.correct, exact.expected),
    share(exact.sureWrong, exact.sure),
    share(exact.sureRight, exact.correct),
    String(exact.empty),
    share(exact.spurious, exact.empty),
  ];
}

function sum(one: Tally, other: Tally): Tally {
  const keys = Object.keys(one) as (keyof Tally)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as unknown as Tally;
}

/** Totals per family of sets. The name of such a set is `family: set`. */
const families = new Map<string, { documents: number; exact: Tally; folded: Tally }>();
function addTo(name: string, documents: number, exact: Tally, folded: Tally): void {
  const before = families.get(name) ?? { documents: 0, exact: none, folded: none };
  families.set(name, {
    documents: before.documents + documents,
    exact: sum(before.exact, exact),
    folded: sum(before.folded, folded),
  });
}
for (const set of await readingSets(data, wanted)) {
  const exact = await measure(set, false);
  const folded = await measure(set, true);
  rows.push(row(set.name, set.documents.length, exact, folded));
  const [family = '', own] = set.name.split(': ');
  if (own === undefined) {
    const withoutFlaws = await measure(set, false, 'flaws');
    const name = `${set.name}, without known flaws of the gold`;
    if (withoutFlaws.expected < exact.expected)
      rows.push(row(name, set.documents.length, withoutFlaws, await measure(set, true, 'flaws')));
    continue;
  }
  addTo(`${family}, all`, set.documents.length, exact, folded);
  if (!set.documents.some(({ offSchema }) => offSchema !== undefined)) continue;
  const name = `${family}, gold that follows the schema`;
  addTo(
    name,
    set.documents.length,
    await measure(set, false, 'off schema'),
    await measure(set, true, 'off schema'),
  );
}
for (const [family, { documents, exact, folded }] of families)
  rows.push(row(family, documents, exact, folded));
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows)
  console.log(
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join('  '),
  );
const { pages, seconds } = documents;
if (pages > 0)
  console.log(`\nparsed ${pages} pages, ${(seconds / pages).toFixed(2)} seconds of processor time per page`);
process.exit(0);
