import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fillBlock } from './fill-block.ts';

/** Returns docs/metrics/statistics.md with a new sentence on the coverage of intervals. */
export function fillStatisticsPage(page: string): string {
  const results = path.resolve(import.meta.dirname, '../../../bench/results/interval-coverage.txt');
  return fillBlock(page, 'coverage', coverageSentence(readFileSync(results, 'utf8')));
}

/** Describes the lowest coverage in the table that bench/interval-coverage.ts prints. */
export function coverageSentence(table: string): string {
  const rows = readRows(table);
  const lowest = (n: number, lengths: string, documents: string): string => {
    const found = rows.filter((row) => row.n === n && row.lengths === lengths && row.documents === documents);
    if (found.length === 0) throw new Error(`the table has no row for ${n}, ${lengths}, ${documents}`);
    return Math.min(...found.map(({ coverage }) => coverage)).toFixed(1);
  };
  return [
    `On 200 documents of equal length, a stated 95 % interval contains the true rate in at least ${lowest(200, 'equal', 'in part')} % of the simulated data sets if`,
    `documents fail in part, and in at least ${lowest(200, 'equal', 'as a whole')} % if rare documents fail as a whole. If the lengths differ much, it does so in at least`,
    `${lowest(200, 'log-normal', 'in part')} and ${lowest(200, 'log-normal', 'as a whole')} %. On 1,000 documents of equal length: ${lowest(1000, 'equal', 'in part')} and ${lowest(1000, 'equal', 'as a whole')} %.`,
  ].join('\n');
}

function readRows(table: string) {
  const row = /^ *(\d+) (equal|log-normal) +(in part|as a whole)((?: +[\d.]+)+)$/;
  return table.split('\n').flatMap((line) => {
    const [, n, lengths, documents, figures] = row.exec(line) ?? [];
    if (figures === undefined) return [];
    // correlation, rate, former, its width, korn, its width, chosen, its standard error, its width
    const coverage = figures.trim().split(/ +/).map(Number)[6] as number;
    return [{ n: Number(n), lengths, documents, coverage }];
  });
}
