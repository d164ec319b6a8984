import { loaders } from '../../../src/loaders/formats/loaders.ts';

/** Returns docs/datasets.md with new tables of loaders and of items without gold. */
export function datasetsPage(page: string): string {
  const recognised = loaders.map(
    ({ name, doc, recognise }) => `| \`${name}\` | ${doc} | ${recognise === undefined ? 'no' : 'yes'} |`,
  );
  const withoutGold = loaders.flatMap(({ name, withoutGold }) =>
    withoutGold === undefined ? [] : `| \`${name}\` | ${withoutGold} |`,
  );
  return withTable(
    withTable(page, 'loaders', [
      '| loader | input | recognised without its name |',
      '|---|---|---|',
      ...recognised,
    ]),
    'items without gold',
    ['| loader | item without gold |', '|---|---|', ...withoutGold],
  );
}

/** Returns the page with new lines between the marks `<!-- name -->` and `<!-- end of name -->`. */
function withTable(page: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->\n`];
  const [before = '', rest = ''] = page.split(start);
  const [, after = ''] = rest.split(end);
  return `${before}${start}${lines.join('\n')}\n${end}${after}`;
}
