import { loaders } from '../../../src/loaders/formats/loaders.ts';

const start = '<!-- loaders -->\n';
const end = '<!-- end of loaders -->\n';

/** Returns docs/datasets.md with a new table of loaders. */
export function datasetsPage(page: string): string {
  const [before = '', rest = ''] = page.split(start);
  const [, after = ''] = rest.split(end);
  const rows = loaders.map(
    ({ name, doc, recognise }) => `| \`${name}\` | ${doc} | ${recognise === undefined ? 'no' : 'yes'} |`,
  );
  const table = ['| loader | input | recognised without its name |', '|---|---|---|', ...rows].join('\n');
  return `${before}${start}${table}\n${end}${after}`;
}
