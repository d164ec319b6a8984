import { sections } from '../../../src/model/report/report-sections.ts';
import { allTables } from '../../../src/report/tables/tables.ts';
import { fillBlock } from './fill-block.ts';

/** Returns docs/commands/report.md with its two generated tables updated: the list of sections and the list of CSV files. */
export function fillReportPage(page: string): string {
  return fillBlock(fillBlock(page, 'sections', sectionsTable()), 'tables', tablesTable());
}

function sectionsTable(): string {
  const lines = Object.entries(sections).map(([name, section]) => {
    const needs = 'needs' in section ? section.needs : '';
    return `| \`#/${name}\` | ${section.label} | ${section.doc} | ${needs} |`;
  });
  return ['| address | label | shows | needs |', '|---|---|---|---|', ...lines].join('\n');
}

function tablesTable(): string {
  const lines = allTables.map(({ name, doc, columns }) => {
    const names = columns.map((column) => `\`${column.name}\``).join(', ');
    return `| \`${name}.csv\` | ${doc} | ${names} |`;
  });
  return ['| table | one row is | columns |', '|---|---|---|', ...lines].join('\n');
}
