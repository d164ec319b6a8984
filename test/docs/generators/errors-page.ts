import { type ErrorEntry, errorCatalogue } from '../../../src/base/error-catalogue.ts';

const actors: Readonly<Record<ErrorEntry['actor'], string>> = {
  user: 'you',
  data: 'the owner of the data',
  service: 'the operator of the service',
  internal: 'the goldset project, if you report the error',
};

/** docs/errors.md, from the catalogue. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `| \`${code}\` | ${cell(entry.message)} | ${cell(entry.fix)} | ${actors[entry.actor]} | ${entry.exit} |`,
  );
  return `# Errors and exit codes

An error of goldset has a code, a message and a fix:

\`\`\`
error RECORD_NOT_FOUND: reports/invoices: no record found (plan.json is missing)
  fix: Give the folder that goldset run wrote.
\`\`\`

## Exit codes

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | a gate failed or is inconclusive, or a version got no value right |
| 2 | invalid usage, configuration, dataset or record |
| 3 | items have no result, more items failed than accepted, or the service failed |
| 4 | \`goldset reconcile --enforce\` found differences |
| 70 | internal error |
| 130 | interrupted |

## Error codes

Words in braces, such as {file}, are placeholders: goldset replaces them by values. A fix that is only {fix} depends on the case.
\`npm run docs\` writes this table from \`src/base/error-catalogue.ts\`.

| code | message | fix | who must act | exit code |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
