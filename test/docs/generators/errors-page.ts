import { type ErrorEntry, errorCatalogue } from '../../../src/base/error-catalogue.ts';

const actors: Readonly<Record<ErrorEntry['actor'], string>> = {
  user: 'you',
  data: 'who keeps the data',
  service: 'who runs the service',
  internal: 'goldset: please report it',
};

/** docs/errors.md, from the catalogue. */
export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `| \`${code}\` | ${cell(entry.message)} | ${cell(entry.fix)} | ${actors[entry.actor]} | ${entry.exit} |`,
  );
  return `# Errors and exit codes

Written from \`src/base/error-catalogue.ts\` by \`npm run docs\`; a test keeps the two equal.

| exit code | meaning |
|---|---|
| 0 | passed |
| 1 | a gate failed or cannot tell; or a run in which a version got nothing right |
| 2 | usage, configuration or dataset |
| 3 | run incomplete: items without a result (service or network) |
| 4 | reconciliation disagrees, when asked to enforce |
| 70 | our mistake |
| 130 | interrupted |

| code | message | fix | who must act | exit |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
