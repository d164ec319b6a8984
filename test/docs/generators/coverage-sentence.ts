import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fillBlock } from './fill-block.ts';
import {
  detectableSentence,
  falseAlarmsSentence,
  plannedPowerTable,
  verdictPowerTable,
} from './power-tables.ts';

/** Returns docs/metrics/statistics.md with the figures on coverage, false alarms and power in bench/results. */
export function fillStatisticsPage(page: string): string {
  const read = (name: string) => readFileSync(path.join(results, name), 'utf8');
  const coverage = [
    coverageSentence(read('interval-coverage.txt')),
    clustersSentence(read('interval-clusters.txt')),
  ];
  const planned = read('planned-power.txt');
  const blocks = {
    coverage: coverage.join('\n'),
    'false alarms': falseAlarmsSentence(read('verdict-false-alarms.txt')),
    power: verdictPowerTable(read('verdict-power.txt')),
    'power of the detectable difference': detectableSentence(planned),
    'power of plans': plannedPowerTable(planned),
  };
  return Object.entries(blocks).reduce((text, [name, block]) => fillBlock(text, name, block), page);
}

const results = path.resolve(import.meta.dirname, '../../../bench/results');

/** Describes the lowest coverage in the table that bench/interval-coverage.ts prints. */
export function coverageSentence(table: string): string {
  const rows = readRows(table);
  const lowest = (n: number, lengths: string, documents: string): string => {
    const found = rows.filter((row) => row.n === n && row.lengths === lengths && row.documents === documents);
    if (found.length === 0) throw new Error(`the table has no row for ${n}, ${lengths}, ${documents}`);
    return Math.min(...found.map(({ coverage }) => coverage)).toFixed(1);
  };
  const row = (n: number, lengths: string, label: string): string =>
    `| ${label} | ${lowest(n, lengths, 'in part')} % | ${lowest(n, lengths, 'as a whole')} % |`;
  return [
    'Simulations measure the share of data sets whose 95 % interval contains the true rate. Each cell of the table is the lowest share of',
    'several simulated designs:',
    '',
    '| documents | errors are spread over many documents | some documents are completely wrong |',
    '|---|---|---|',
    row(200, 'equal', '200 of equal length'),
    row(1000, 'equal', '1,000 of equal length'),
    row(200, 'log-normal', '200 of very different lengths'),
    '',
  ].join('\n');
}

/** Describes the lowest coverage in the table that bench/interval-clusters.ts prints. */
export function clustersSentence(table: string): string {
  const row = /^ *(\d+) +\d+ (?:equal|log-normal) +[\d.]+ [\d.]+ +([\d.]+) /;
  const rows = table.split('\n').flatMap((line) => {
    const [, clusters, coverage] = row.exec(line) ?? [];
    return coverage === undefined ? [] : [{ clusters: Number(clusters), coverage: Number(coverage) }];
  });
  if (rows.length === 0) throw new Error('the table of clusters has no row');
  const counts = rows.map(({ clusters }) => clusters);
  const lowest = Math.min(...rows.map(({ coverage }) => coverage)).toFixed(1);
  return `With ${Math.min(...counts)} to ${Math.max(...counts)} clusters of equal or different sizes, the interval contains the true rate in at least ${lowest} % of the data sets.`;
}

function readRows(table: string) {
  const row = /^ *(\d+) (equal|log-normal) +(in part|as a whole)((?: +[\d.]+)+)$/;
  return table.split('\n').flatMap((line) => {
    const [, n, lengths, documents, figures] = row.exec(line) ?? [];
    if (figures === undefined) return [];
    // Columns 0 and 1 are the correlation and the rate. Then each method has its coverage and width. Column 6 is the
    // coverage of the chosen method, the last of three.
    const coverage = figures.trim().split(/ +/).map(Number)[6] as number;
    return [{ n: Number(n), lengths, documents, coverage }];
  });
}
