import { type ErrorEntry, errorCatalogue } from '../../../src/base/error-catalogue.ts';

const actors: Readonly<Record<ErrorEntry['actor'], string>> = {
  user: 'you',
  data: 'the owner of the data',
  service: 'the operator of the service',
  internal: 'the goldset project: report the error',
};

/** docs/errors.md, from the catalogue. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `| \`${code}\` | ${cell(entry.message)} | ${cell(entry.fix)} | ${actors[entry.actor]} | ${entry.exit} |`,
  );
  return `# Errors and exit codes

Generated from \`src/base/error-catalogue.ts\` by \`npm run docs\`.

| exit code | meaning |
|---|---|
| 0 | passed |
| 1 | a gate failed or is inconclusive, or a version got no value right |
| 2 | invalid usage, configuration, dataset or record |
| 3 | items have no result, for example because of the service or the network, or more items failed than accepted |
| 4 | a reconciliation with --enforce found differences |
| 70 | internal error |
| 130 | interrupted |

The message of an error has values in place of words in braces, such as {file}.

| code | message | fix | who must act | exit |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
