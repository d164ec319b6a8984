import { allTables } from '../../../src/report/tables/tables.ts';

/** The section of docs/commands/report.md on the tables of `--format csv`, made from their declarations. */
export function tablesText(): string {
  const lines = allTables.map(({ name, doc, columns }) => {
    const names = columns.map((column) => `\`${column.name}\``).join(', ');
    return `| \`${name}.csv\` | ${doc} | ${names} |`;
  });
  return ['| table | one row is | columns |', '|---|---|---|', ...lines].join('\n');
}
